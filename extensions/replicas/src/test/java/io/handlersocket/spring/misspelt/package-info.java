// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors

/** A repository whose annotation has a text that is no freshness. */
@NullMarked
package io.handlersocket.spring.misspelt;

import org.jspecify.annotations.NullMarked;
