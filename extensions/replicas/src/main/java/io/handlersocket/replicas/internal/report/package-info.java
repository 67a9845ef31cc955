// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** The state of the servers, for the endpoint and meters of Spring Boot. */
@NullMarked
package io.handlersocket.replicas.internal.report;

import org.jspecify.annotations.NullMarked;
