/** What a client tells Java Flight Recorder. Knows nothing of sockets and SQL. */
@NullMarked
package io.handlersocket.client.internal.jfr;

import org.jspecify.annotations.NullMarked;
