// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Three JVMs with applications on a real server, to which everything happens that happens in production. See
 * {@code docs/operations/chaos.md}.
 */
@NullMarked
package io.handlersocket.endurance.chaos;

import org.jspecify.annotations.NullMarked;
