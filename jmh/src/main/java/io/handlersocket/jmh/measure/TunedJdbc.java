// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.util.List;

/** The best that a user can configure on the JDBC route, without a change of the application. */
public final class TunedJdbc {

    /**
     * Options of the driver: statements are prepared on the server once for each connection, and a read-only
     * transaction sends no {@code SET SESSION TRANSACTION}.
     */
    public static final String URL_OPTIONS =
            "useServerPrepStmts=true&cachePrepStmts=true&prepStmtCacheSize=256&readOnlyPropagatesToServer=false";

    /**
     * Properties of Spring Boot: a transaction takes its connection at its first statement, and no command switches
     * auto-commit off and on.
     */
    public static final List<String> SPRING_PROPERTIES = List.of(
            "spring.datasource.connection-fetch=lazy",
            "spring.datasource.hikari.auto-commit=false",
            "spring.jpa.properties.hibernate.connection.provider_disables_autocommit=true");

    private TunedJdbc() {}
}
