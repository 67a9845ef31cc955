/** How the gain of Hibernate's loads changes with callers, rows, keys, joins, indexes and the network. */
@NullMarked
package io.handlersocket.jmh.growth;

import org.jspecify.annotations.NullMarked;
