// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** What shadow mode has found, for the endpoint, the health, the log and meters of Spring Boot. */
@NullMarked
package io.handlersocket.shadow.internal.report;

import org.jspecify.annotations.NullMarked;
