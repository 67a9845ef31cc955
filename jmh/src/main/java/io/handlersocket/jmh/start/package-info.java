// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** What the starter adds to the first start of a JVM. */
@NullMarked
package io.handlersocket.jmh.start;

import org.jspecify.annotations.NullMarked;
