// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** What several packages use. Does not use Hibernate. */
@NullMarked
package io.handlersocket.hibernate.internal.util;

import org.jspecify.annotations.NullMarked;
