// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

/** The route of a load. */
public enum Route {
    /** Past the SQL layer. */
    HANDLERSOCKET,
    /** SQL, as without this library. */
    JDBC
}
