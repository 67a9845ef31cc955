// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** An application whose repository has annotations that Spring heeds in a proxy around it. */
@NullMarked
package io.handlersocket.spring.outer;

import org.jspecify.annotations.NullMarked;
