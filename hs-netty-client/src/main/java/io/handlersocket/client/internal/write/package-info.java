/** The write side: checks, queues and sends changes of rows, and guards the tables that are open for them. */
@NullMarked
package io.handlersocket.client.internal.write;

import org.jspecify.annotations.NullMarked;
