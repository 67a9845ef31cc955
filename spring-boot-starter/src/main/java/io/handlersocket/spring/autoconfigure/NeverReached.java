// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

/**
 * Marks a DataSource that refuses every connection. A separate type, because the DataSource needs optional libraries.
 */
interface NeverReached {}
