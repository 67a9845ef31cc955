// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** The indexes that are open, under which numbers, and how they are opened. */
@NullMarked
package io.handlersocket.client.internal.control.index;

import org.jspecify.annotations.NullMarked;
