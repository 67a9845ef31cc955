// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Test slices for Spring Boot applications with the HandlerSocket starter. Spring Boot's test modules come with the application. */
@NullMarked
package io.handlersocket.testkit.spring;

import org.jspecify.annotations.NullMarked;
