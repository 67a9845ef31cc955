// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Keeps out of the way of DDL: whether a session waits for a table, and how long everything stays closed then. {@link
 * io.handlersocket.client.internal.control.guard.PortControl} has what each port needs: reads, and an extension.
 */
@NullMarked
package io.handlersocket.client.internal.control.guard;

import org.jspecify.annotations.NullMarked;
