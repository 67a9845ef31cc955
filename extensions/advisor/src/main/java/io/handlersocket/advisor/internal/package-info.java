// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Judges the loads of a session factory. */
@NullMarked
package io.handlersocket.advisor.internal;

import org.jspecify.annotations.NullMarked;
