// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** An application with annotated methods that no index answers. */
@NullMarked
package io.handlersocket.spring.unfit;

import org.jspecify.annotations.NullMarked;
