// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Decides whether HandlerSocket may answer a transaction's loads, by what ran on its connection and by its isolation.
 *
 * <p>Watches plain {@code java.sql} connections. Knows nothing of Hibernate, of the client or of rows.
 */
@NullMarked
package io.handlersocket.hibernate.internal.gate;

import org.jspecify.annotations.NullMarked;
