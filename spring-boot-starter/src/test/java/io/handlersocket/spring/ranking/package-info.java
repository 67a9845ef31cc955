// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** An application that reads in ranges through an ordinary repository. */
@NullMarked
package io.handlersocket.spring.ranking;

import org.jspecify.annotations.NullMarked;
