// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

/** The way a load took. */
public enum Route {
    /** Past the SQL layer. */
    HANDLERSOCKET,
    /** As Hibernate alone would have done it. */
    JDBC
}
