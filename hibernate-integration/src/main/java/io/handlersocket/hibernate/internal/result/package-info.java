// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * A row as {@code java.sql} would show it, and key values as {@code java.sql} would take them. Knows nothing of
 * Hibernate.
 */
@NullMarked
package io.handlersocket.hibernate.internal.result;

import org.jspecify.annotations.NullMarked;
