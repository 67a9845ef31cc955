// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Presents rows as a {@code java.sql.ResultSet}, and records key values that are set on a prepared statement. Does not
 * use Hibernate.
 */
@NullMarked
package io.handlersocket.hibernate.internal.result;

import org.jspecify.annotations.NullMarked;
