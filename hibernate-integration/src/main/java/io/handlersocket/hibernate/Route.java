// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

/** The way a load reads its rows. */
public enum Route {
    /** HandlerSocket, without SQL. */
    HANDLERSOCKET,
    /** SQL over JDBC, as without this library. */
    JDBC
}
