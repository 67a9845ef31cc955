// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * The one place that touches Hibernate's inner classes: which statements are plain lookups, and how a row read elsewhere
 * goes through Hibernate's own readers. Written for 7.4; {@link io.handlersocket.hibernate.internal.orm.Contributor} checks.
 *
 * <p>Three services are replaced, each by the standard one plus a little: {@code JdbcValuesMappingProducerProvider} sees
 * every select's AST while it is rendered, {@code JdbcServices} hands out the executor that every loader calls, and {@code
 * ConnectionProvider} watches what runs on connections. Statements keep the objects Hibernate made for them, so whatever is
 * not answered here runs as if this package were not there.
 */
@NullMarked
package io.handlersocket.hibernate.internal.orm;

import org.jspecify.annotations.NullMarked;
