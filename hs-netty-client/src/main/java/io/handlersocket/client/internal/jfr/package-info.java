/** Records events of the client with Java Flight Recorder. Depends on neither sockets nor SQL. */
@NullMarked
package io.handlersocket.client.internal.jfr;

import org.jspecify.annotations.NullMarked;
