// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Conditions, properties and beans. This package knows the application's beans; other packages decide about lookups.
 */
@NullMarked
package io.handlersocket.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
