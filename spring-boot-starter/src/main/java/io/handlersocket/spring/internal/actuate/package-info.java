// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Endpoint, health indicator, meters and observations for operators. */
@NullMarked
package io.handlersocket.spring.internal.actuate;

import org.jspecify.annotations.NullMarked;
