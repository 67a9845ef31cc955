// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Guilds with their members; their ranking by SQL. */
@NullMarked
package io.handlersocket.samples.socialgame.guild;

import org.jspecify.annotations.NullMarked;
