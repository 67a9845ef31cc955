// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Endpoint, health indicator and meters for operators. */
@NullMarked
package io.handlersocket.spring.internal.actuate;

import org.jspecify.annotations.NullMarked;
