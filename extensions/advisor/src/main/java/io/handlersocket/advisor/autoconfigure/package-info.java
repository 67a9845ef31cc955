// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Auto-configuration for Spring Boot: reports at startup, and at the endpoint. */
@NullMarked
package io.handlersocket.advisor.autoconfigure;

import org.jspecify.annotations.NullMarked;
