// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Shadow mode: compares a share of the answers over HandlerSocket with those of SQL. {@link
 * io.handlersocket.hibernate.internal.shadow.ShadowMode} decides which, {@link
 * io.handlersocket.hibernate.internal.shadow.Check} proves a difference.
 */
@NullMarked
package io.handlersocket.hibernate.internal.shadow;

import org.jspecify.annotations.NullMarked;
