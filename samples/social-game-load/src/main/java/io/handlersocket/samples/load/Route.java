// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.load;

import java.util.List;

/** One instance of the game for each way to read, with the settings that make it. */
enum Route {
    /** The sample as it is. */
    HANDLERSOCKET("HandlerSocket", "", ""),

    /** Without the starter's work, and with the settings that Spring Boot has unless told otherwise. */
    JDBC("JDBC, as Spring Boot comes", "", """
            --handlersocket.enabled=false
            --spring.datasource.connection-fetch=eager
            """),

    /** Without the starter's work, and with every setting that makes a read over JDBC cheaper. */
    TUNED_JDBC("JDBC, well configured", "useServerPrepStmts=true&readOnlyPropagatesToServer=false", """
            --handlersocket.enabled=false
            --spring.datasource.connection-fetch=lazy
            --spring.datasource.hikari.auto-commit=false
            --spring.jpa.properties.hibernate.connection.provider_disables_autocommit=true
            """);

    private final String title;
    private final String urlOptions;
    private final String arguments;

    Route(String title, String urlOptions, String arguments) {
        this.title = title;
        this.urlOptions = urlOptions;
        this.arguments = arguments;
    }

    String title() {
        return title;
    }

    /** The URL of the database, with the options of this route. */
    String url(String jdbcUrl) {
        return urlOptions.isEmpty() ? jdbcUrl : jdbcUrl + (jdbcUrl.contains("?") ? '&' : '?') + urlOptions;
    }

    List<String> arguments() {
        return arguments.lines().toList();
    }
}
