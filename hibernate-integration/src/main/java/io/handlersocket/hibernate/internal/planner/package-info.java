// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Turns a select's AST and rendered text into the shape of its lookups, or the reason for JDBC. Uses Hibernate's AST
 * and types; uses no session, and runs no statement.
 */
@NullMarked
package io.handlersocket.hibernate.internal.planner;

import org.jspecify.annotations.NullMarked;
