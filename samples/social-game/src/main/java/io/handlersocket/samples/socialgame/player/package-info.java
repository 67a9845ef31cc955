// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Players: by id, many by id, by e-mail address. */
@NullMarked
package io.handlersocket.samples.socialgame.player;

import org.jspecify.annotations.NullMarked;
