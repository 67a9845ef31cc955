// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** The parts of the control side that each port of the server needs: reads have one, and so does an extension. */
@NullMarked
package io.handlersocket.client.internal.control.port;

import org.jspecify.annotations.NullMarked;
