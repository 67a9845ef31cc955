// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Counts loads by role, route and reason. Knows nothing of Hibernate. */
@NullMarked
package io.handlersocket.hibernate.internal.stats;

import org.jspecify.annotations.NullMarked;
