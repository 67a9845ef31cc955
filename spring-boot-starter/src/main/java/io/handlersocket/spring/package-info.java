// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** What an application writes or implements: an annotation and two callbacks. Everything else configures itself. */
@NullMarked
package io.handlersocket.spring;

import org.jspecify.annotations.NullMarked;
