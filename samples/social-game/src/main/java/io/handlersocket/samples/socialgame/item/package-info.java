// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Items and who has how many of them. */
@NullMarked
package io.handlersocket.samples.socialgame.item;

import org.jspecify.annotations.NullMarked;
