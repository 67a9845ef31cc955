// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Loads entities and collections by index over HandlerSocket, from one table or several. Every other statement runs
 * over JDBC as before.
 *
 * <p>Put the jar on Hibernate's class path, and give the session factory a client by {@link
 * io.handlersocket.hibernate.HandlerSocketSettings#CLIENT}. No other setting is required. {@link
 * io.handlersocket.hibernate.HandlerSocketLoads} shows the route of each load, and the reason for it.
 *
 * <p>The steps of one load:
 *
 * <ol>
 *   <li>Hibernate's loader calls {@code internal.seam}.
 *   <li>{@code internal.planner} plans each statement once, from its AST and text. The result is the shape of a lookup,
 *       or the reason for JDBC.
 *   <li>{@code internal.connection} decides whether the session allows a load over HandlerSocket.
 *   <li>{@code internal.plan} opens the indexes in the background, and reads the rows.
 *   <li>{@code internal.result} presents the rows as a {@code ResultSet} to Hibernate's own readers, initializers and
 *       persistence context.
 * </ol>
 */
@NullMarked
package io.handlersocket.hibernate;

import org.jspecify.annotations.NullMarked;
