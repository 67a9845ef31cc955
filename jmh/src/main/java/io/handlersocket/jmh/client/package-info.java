/** The client, and what users would pick instead of it, below any mapper: floors, JDBC, other drivers, a cache. */
@NullMarked
package io.handlersocket.jmh.client;

import org.jspecify.annotations.NullMarked;
