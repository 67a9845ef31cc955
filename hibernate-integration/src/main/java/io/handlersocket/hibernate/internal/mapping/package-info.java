// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Columns of entities, read and compared as Hibernate maps them, for reads without Hibernate. */
@NullMarked
package io.handlersocket.hibernate.internal.mapping;

import org.jspecify.annotations.NullMarked;
