// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * The live dashboard: the same reads over three setups in turn, with buttons that take HandlerSocket away and bring it
 * back.
 */
@NullMarked
package io.handlersocket.samples.socialgame.dashboard;

import org.jspecify.annotations.NullMarked;
