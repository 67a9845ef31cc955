/** Hibernate's loads: with JDBC as it comes, with JDBC at its best, over HandlerSocket, and out of a second-level cache. */
@NullMarked
package io.handlersocket.jmh.hibernate;

import org.jspecify.annotations.NullMarked;
