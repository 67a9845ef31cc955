// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Calls of repositories as Micrometer observations: a timer and a span each. */
@NullMarked
package io.handlersocket.spring.observation;

import org.jspecify.annotations.NullMarked;
