// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Load on the sample from outside: Gatling asks the same of three instances by turns. */
@NullMarked
package io.handlersocket.samples.load;

import org.jspecify.annotations.NullMarked;
