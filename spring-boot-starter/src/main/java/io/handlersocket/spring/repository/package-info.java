// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Repository calls in front of their transaction. Knows Spring Data and Hibernate's loads, nothing of Spring Boot. */
@NullMarked
package io.handlersocket.spring.repository;

import org.jspecify.annotations.NullMarked;
