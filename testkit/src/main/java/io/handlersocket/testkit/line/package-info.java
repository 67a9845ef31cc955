/** Finds out whether a server of another line behaves as the client expects; the command is {@code ServerLine}. */
@NullMarked
package io.handlersocket.testkit.line;

import org.jspecify.annotations.NullMarked;
