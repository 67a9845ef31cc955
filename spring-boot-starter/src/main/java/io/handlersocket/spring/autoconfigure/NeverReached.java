// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

/** A DataSource that never gives a connection. A type of its own, because the DataSource's needs optional libraries. */
interface NeverReached {}
