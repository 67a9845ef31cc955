// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Opens indexes, gives them index ids, and hands out handles. */
@NullMarked
package io.handlersocket.client.internal.control.index;

import org.jspecify.annotations.NullMarked;
