// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Rows as records and classes of an application that uses no JPA. Knows the client and Spring's beans, nothing else. */
@NullMarked
package io.handlersocket.spring.template;

import org.jspecify.annotations.NullMarked;
