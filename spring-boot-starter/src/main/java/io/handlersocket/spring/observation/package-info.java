// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Micrometer observations of repository calls: a timer and a span for each call. */
@NullMarked
package io.handlersocket.spring.observation;

import org.jspecify.annotations.NullMarked;
