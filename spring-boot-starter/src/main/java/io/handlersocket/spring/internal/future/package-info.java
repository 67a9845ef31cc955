// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** What the packages beside it share about futures. Depends on none of them. */
@NullMarked
package io.handlersocket.spring.internal.future;

import org.jspecify.annotations.NullMarked;
