// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Compares a share of the answers over HandlerSocket with those of SQL, in the background. */
@NullMarked
package io.handlersocket.shadow;

import org.jspecify.annotations.NullMarked;
