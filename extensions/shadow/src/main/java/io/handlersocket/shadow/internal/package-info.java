// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Shadow mode: compares a share of the answers over HandlerSocket with those of SQL. {@link
 * io.handlersocket.shadow.internal.ShadowMode} decides which, {@link
 * io.handlersocket.shadow.internal.Check} proves a difference.
 */
@NullMarked
package io.handlersocket.shadow.internal;

import org.jspecify.annotations.NullMarked;
