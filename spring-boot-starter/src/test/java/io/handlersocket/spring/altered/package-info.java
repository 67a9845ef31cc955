// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** An application whose table changes while it runs. */
@NullMarked
package io.handlersocket.spring.altered;

import org.jspecify.annotations.NullMarked;
