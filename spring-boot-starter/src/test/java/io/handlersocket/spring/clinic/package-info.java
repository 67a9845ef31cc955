// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** The owners' search of Spring PetClinic: its mappings, its repository and its session for each request. */
@NullMarked
package io.handlersocket.spring.clinic;

import org.jspecify.annotations.NullMarked;
