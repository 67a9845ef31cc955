// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Decides whether HandlerSocket may answer a transaction's loads, by its isolation and by what ran on its connection.
 *
 * <p>Watches plain {@code java.sql} connections. Does not use Hibernate or the client, and reads no rows.
 */
@NullMarked
package io.handlersocket.hibernate.internal.gate;

import org.jspecify.annotations.NullMarked;
