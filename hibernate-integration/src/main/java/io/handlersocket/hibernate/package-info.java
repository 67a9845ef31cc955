// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Hibernate's loads by indexes, of one table or of several, over HandlerSocket, everything else over JDBC as before.
 *
 * <p>Put the jar beside Hibernate and give the session factory a client by {@link
 * io.handlersocket.hibernate.HandlerSocketSettings#CLIENT}; there is nothing else to configure. {@link
 * io.handlersocket.hibernate.HandlerSocketLoads} says what goes where, and why.
 *
 * <p>One load, from Hibernate's loader and back:
 *
 * <pre>
 * SQL AST and text -> internal.planner.StatementPlanner -> internal.plan.Lookup or Join (or the reason for JDBC), once per statement
 * executor -> internal.gate (may this transaction?) -> internal.plan.Plan (are the indexes open?) -> Index.find(key),
 *     or HandlerSocketClient.readTogether(keys) -> internal.result.RowsResultSet -> Hibernate's own readers, initializers and persistence context
 * </pre>
 */
@NullMarked
package io.handlersocket.hibernate;

import org.jspecify.annotations.NullMarked;
