// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Tells from a select's AST and rendered text whether index lookups answer it: their shape, or the reason for JDBC.
 * Reads Hibernate's AST and types; runs nothing and knows no session.
 */
@NullMarked
package io.handlersocket.hibernate.internal.planner;

import org.jspecify.annotations.NullMarked;
