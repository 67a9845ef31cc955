// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import java.util.LinkedHashMap;
import java.util.Map;

/** What is compared. Each setup has its own persistence unit and its own connection pool, of the same size. */
public enum Setup {
    AS_IT_COMES("JDBC as Spring Boot comes", "No property is set; the URL is this application's.", "", Map.of()),

    WELL_CONFIGURED(
            "JDBC well configured",
            "connection-fetch=lazy, auto-commit off in the pool (provider_disables_autocommit), prepared on the "
                    + "server, readOnlyPropagatesToServer=false.",
            "useServerPrepStmts=true&cachePrepStmts=true&prepStmtCacheSize=256&readOnlyPropagatesToServer=false",
            Map.of(
                    "spring.datasource.connection-fetch", "lazy",
                    "spring.datasource.hikari.auto-commit", "false",
                    "spring.jpa.properties.hibernate.connection.provider_disables_autocommit", "true")),

    HANDLERSOCKET(
            "HandlerSocket",
            "This application itself: the starter on the class path and connection-fetch=lazy.",
            "",
            Map.of());

    private final String label;
    private final String explanation;
    private final String driverOptions;

    @SuppressWarnings("ImmutableEnumChecker") // made by Map.of
    private final Map<String, String> properties;

    Setup(String label, String explanation, String driverOptions, Map<String, String> properties) {
        this.label = label;
        this.explanation = explanation;
        this.driverOptions = driverOptions;
        this.properties = properties;
    }

    public String label() {
        return label;
    }

    public String explanation() {
        return explanation;
    }

    /** The properties of an application of this setup on that database. */
    Map<String, Object> properties(String url, String user, String password) {
        Map<String, Object> all = new LinkedHashMap<>(properties);
        all.put("spring.datasource.url", with(url, driverOptions));
        all.put("spring.datasource.username", user);
        all.put("spring.datasource.password", password);
        all.put("spring.datasource.hikari.pool-name", "dashboard-" + name().toLowerCase(java.util.Locale.ROOT));
        all.put("spring.jpa.hibernate.ddl-auto", "none");
        all.put("spring.flyway.enabled", "false");
        all.put("spring.sql.init.mode", "never");
        all.put("handlersocket.enabled", "false");
        return all;
    }

    private static String with(String url, String options) {
        return options.isEmpty() ? url : url + (url.contains("?") ? "&" : "?") + options;
    }
}
