// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** The web pages. Each is made of parts, and each part says how it was served. */
@NullMarked
package io.handlersocket.samples.socialgame.page;

import org.jspecify.annotations.NullMarked;
