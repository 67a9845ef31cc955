/** The write side: checks, queues and sends changes of rows, and guards the tables that are open for them. */
@NullMarked
package io.handlersocket.writes.internal;

import org.jspecify.annotations.NullMarked;
