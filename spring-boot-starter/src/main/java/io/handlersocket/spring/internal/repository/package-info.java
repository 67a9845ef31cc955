// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Answers repository calls before their transaction. Depends on Spring Data and Hibernate's loads, not on Spring Boot.
 */
@NullMarked
package io.handlersocket.spring.internal.repository;

import org.jspecify.annotations.NullMarked;
