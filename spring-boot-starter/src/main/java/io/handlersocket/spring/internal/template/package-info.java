// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Maps rows to records and classes without JPA. Depends only on the client and Spring's beans. */
@NullMarked
package io.handlersocket.spring.internal.template;

import org.jspecify.annotations.NullMarked;
