// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts the JVMs, each with other settings. */
final class Applications {

    static final int COUNT = 3;

    /** Number of the JVM that is stopped. */
    static final int STOPPED = 0;

    /** Number of the JVM whose wall clock can be set. */
    static final int WITH_OWN_CLOCK = 1;

    /** Number of the JVM whose lookups all use shared connections. */
    static final int WITHOUT_DIRECT_CONNECTIONS = 2;

    private Applications() {}

    /** @param clock environment of the JVM with its own clock */
    static List<Child> start(
            HandlerSocketMariaDB server,
            TcpProxy fastPort,
            TcpProxy sqlPort,
            long seed,
            Path folder,
            Map<String, String> clock)
            throws IOException {
        List<Child> children = new ArrayList<>();
        try {
            for (int i = 0; i < COUNT; i++) {
                Map<String, String> environment = i == WITH_OWN_CLOCK ? clock : Map.of();
                List<String> properties = properties(server, fastPort, sqlPort, i);
                children.add(Child.start(i, COUNT, seed, folder, environment, properties));
            }
            for (Child child : children) {
                child.awaitReady();
            }
            return children;
        } catch (IOException | RuntimeException e) {
            children.forEach(Child::close);
            throw e;
        }
    }

    private static List<String> properties(
            HandlerSocketMariaDB server, TcpProxy fastPort, TcpProxy sqlPort, int number) {
        List<String> properties = new ArrayList<>(List.of(
                "spring.datasource.url="
                        + server.jdbcUrl(sqlPort.port(), "connectTimeout=1000&socketTimeout=4000")
                                .replace("//127.0.0.1:", "//localhost:"),
                "spring.datasource.username=" + server.getUsername(),
                "spring.datasource.password=" + server.getPassword(),
                "spring.datasource.hikari.maximum-pool-size=6",
                "spring.datasource.hikari.connection-timeout=2000",
                "spring.datasource.hikari.validation-timeout=500",
                "spring.jpa.hibernate.ddl-auto=none",
                "spring.main.banner-mode=off",
                "spring.docker.compose.enabled=false",
                "logging.level.io.handlersocket.client=DEBUG",
                "logging.level.org.hibernate.orm.jdbc.error=OFF",
                "handlersocket.host=localhost",
                "handlersocket.port=" + fastPort.port(),
                "handlersocket.startup=wait",
                "handlersocket.startup-timeout=30s"));
        if (number == WITHOUT_DIRECT_CONNECTIONS) {
            properties.add("chaos.direct-connections=0");
        }
        return properties;
    }
}
