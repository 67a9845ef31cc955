/** One socket on one event loop, and a few of them as a pool. Knows nothing of SQL. */
@NullMarked
package io.handlersocket.client.internal.transport;

import org.jspecify.annotations.NullMarked;
