// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** The world that the game begins with. */
@NullMarked
package io.handlersocket.samples.socialgame.world;

import org.jspecify.annotations.NullMarked;
