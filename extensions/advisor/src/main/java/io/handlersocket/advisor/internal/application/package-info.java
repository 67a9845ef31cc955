// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Judges the loads of a Spring Data application. Depends on Spring Data and the starter, not on Spring Boot. */
@NullMarked
package io.handlersocket.advisor.internal.application;

import org.jspecify.annotations.NullMarked;
