// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** What Spring Data sends for each of its keywords. */
@NullMarked
package io.handlersocket.spring.keywords;

import org.jspecify.annotations.NullMarked;
