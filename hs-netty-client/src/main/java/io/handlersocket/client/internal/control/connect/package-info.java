// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Connections: made together, spread over the server's workers, replaced when lost or old. */
@NullMarked
package io.handlersocket.client.internal.control.connect;

import org.jspecify.annotations.NullMarked;
