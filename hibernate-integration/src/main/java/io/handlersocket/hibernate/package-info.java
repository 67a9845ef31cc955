// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Hibernate's loads by indexes, of one table or of several, over HandlerSocket; everything else over JDBC as before.
 *
 * <p>Put the jar on the class path of Hibernate and give the session factory a client by {@link
 * io.handlersocket.hibernate.HandlerSocketSettings#CLIENT}; nothing else has to be configured. {@link
 * io.handlersocket.hibernate.HandlerSocketLoads} says which way each load goes, and why.
 *
 * <p>The steps of one load:
 *
 * <ol>
 *   <li>{@code internal.planner} reads the SQL AST and the text, once per statement: the shape of a lookup, or the
 *       reason for JDBC.
 *   <li>{@code internal.seam} is called by Hibernate's loader, and asks {@code internal.connection} whether the session
 *       allows it.
 *   <li>{@code internal.plan} opens the indexes in the background, and reads the rows.
 *   <li>{@code internal.result} shows the rows as a {@code ResultSet}; Hibernate's own readers, initializers and
 *       persistence context do the rest.
 * </ol>
 */
@NullMarked
package io.handlersocket.hibernate;

import org.jspecify.annotations.NullMarked;
