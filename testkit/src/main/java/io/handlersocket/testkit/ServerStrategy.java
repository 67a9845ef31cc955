// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Where a server can come from. Tests choose by the property {@value #PROPERTY}. */
enum ServerStrategy {
    /** A running server, named by a JDBC URL. */
    EXTERNAL,
    /** A container, through Testcontainers. */
    DOCKER,
    /** A {@code mariadbd} installed on this machine, with a data directory of its own. */
    LOCAL,
    /** Packages fetched without root into a cache of this user. Never unless named: it runs what it has fetched. */
    DOWNLOAD;

    static final String PROPERTY = "handlersocket.test.server";
    static final String VARIABLE = "HANDLERSOCKET_TEST_SERVER";
    static final String DEFAULT = "external,docker,local";

    /** The order given by property, else by environment variable, else the default; blank counts as absent. */
    static List<ServerStrategy> configured() {
        return configured(System.getenv());
    }

    static List<ServerStrategy> configured(Map<String, String> environment) {
        String property = System.getProperty(PROPERTY, "");
        if (!property.isBlank()) {
            return parse(property, PROPERTY);
        }
        String variable = environment.getOrDefault(VARIABLE, "");
        return variable.isBlank() ? parse(DEFAULT, PROPERTY) : parse(variable, VARIABLE);
    }

    static List<ServerStrategy> parse(String list, String source) {
        List<ServerStrategy> order = new ArrayList<>();
        for (String name : list.split(",", -1)) {
            ServerStrategy strategy = named(name.strip(), list, source);
            if (!order.contains(strategy)) {
                order.add(strategy);
            }
        }
        return List.copyOf(order);
    }

    private static ServerStrategy named(String name, String list, String source) {
        for (ServerStrategy strategy : values()) {
            if (strategy.word().equals(name.toLowerCase(Locale.ROOT))) {
                return strategy;
            }
        }
        throw new IllegalArgumentException(source + "=" + list + ": unknown strategy '" + name
                + "' (expected a comma-separated list of "
                + Arrays.stream(values()).map(ServerStrategy::word).collect(Collectors.joining(", ")) + ")");
    }

    /** As written in the property. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
