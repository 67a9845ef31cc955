// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** How a request was served: over HandlerSocket, by SQL, in how many commands. */
@NullMarked
package io.handlersocket.samples.socialgame.served;

import org.jspecify.annotations.NullMarked;
