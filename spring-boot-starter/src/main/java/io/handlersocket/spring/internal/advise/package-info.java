// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Judges the loads of an application that does not use HandlerSocket yet. Depends on Spring Data and Hibernate's loads,
 * not on Spring Boot.
 */
@NullMarked
package io.handlersocket.spring.internal.advise;

import org.jspecify.annotations.NullMarked;
