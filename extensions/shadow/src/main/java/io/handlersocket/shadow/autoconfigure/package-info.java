// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Auto-configuration for Spring Boot: settings, meters, and what the endpoint, the health and the log say. */
@NullMarked
package io.handlersocket.shadow.autoconfigure;

import org.jspecify.annotations.NullMarked;
