// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** What the control side of a client is doing, and the steps from one state to the next. */
@NullMarked
package io.handlersocket.client.internal.control.state;

import org.jspecify.annotations.NullMarked;
