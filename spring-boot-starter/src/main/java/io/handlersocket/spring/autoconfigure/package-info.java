// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Conditions, properties and beans. Knows what exists in the application; leaves every decision about a lookup to others. */
@NullMarked
package io.handlersocket.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
