// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** The scores of a season. */
@NullMarked
package io.handlersocket.samples.socialgame.score;

import org.jspecify.annotations.NullMarked;
