// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.app;

import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.HandlerSocketClientBuilderCustomizer;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;

/** An application as a user would write it, on a given server. */
@SpringBootApplication
public class PlayerApplication {

    /**
     * Lets a client keep its connections while the machine stands still for a moment, after which its guard would close
     * them: for tests of something else that change no table which the client has open.
     */
    public static final HandlerSocketClientBuilderCustomizer PATIENT =
            builder -> builder.connectTimeout(Duration.ofSeconds(10)).withoutGuard();

    private static final Pattern CONNECTIONS = Pattern.compile("(\\d+) conns");

    /** A table of players 1 to 100 and 4294967295, the largest id. */
    public static void createTable(HandlerSocketMariaDB server) {
        // A DROP that comes while the server still takes note of the last test's closed connections waits in vain.
        await().until(() -> connections(server) == 0);
        server.execute(
                "DROP TABLE IF EXISTS player",
                "CREATE TABLE player (id INT UNSIGNED NOT NULL PRIMARY KEY, name VARCHAR(60) NOT NULL,"
                        + " level INT NOT NULL, created DATETIME(3)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
                "INSERT INTO player SELECT seq, CONCAT('Zoë ', seq), seq MOD 7,"
                        + " IF(seq MOD 5 = 0, NULL, '2026-01-01 10:11:12.345' + INTERVAL seq DAY) FROM seq_1_to_100",
                "INSERT INTO player VALUES (4294967295, 'the last', 1, NULL)");
    }

    /** HandlerSocket connections of all clients, as the server sees them. */
    private static int connections(HandlerSocketMariaDB server) throws SQLException {
        int connections = 0;
        try (Connection root = server.rootDataSource().getConnection();
                Statement statement = root.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT state FROM information_schema.processlist WHERE state LIKE 'handlersocket%'")) {
            while (rows.next()) {
                Matcher state = CONNECTIONS.matcher(rows.getString(1));
                connections += state.find() ? Integer.parseInt(state.group(1)) : 0;
            }
        }
        return connections;
    }

    /** Makes the client of an application {@link #PATIENT}. */
    public static ApplicationContextInitializer<GenericApplicationContext> patient() {
        return starting -> starting.registerBean("patient", HandlerSocketClientBuilderCustomizer.class, () -> PATIENT);
    }

    /** Sets options of the client that are no properties. */
    public static ApplicationContextInitializer<GenericApplicationContext> client(
            HandlerSocketClientBuilderCustomizer options) {
        return starting -> starting.registerBean(HandlerSocketClientBuilderCustomizer.class, () -> options);
    }

    /** The application, to be started, with a pool of one connection, so that all its SQL commands are counted in one session. */
    public static SpringApplicationBuilder on(HandlerSocketMariaDB server, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "spring.datasource.url=" + server.getJdbcUrl(),
                "spring.datasource.username=" + server.getUsername(),
                "spring.datasource.password=" + server.getPassword(),
                "spring.datasource.hikari.maximum-pool-size=1",
                "spring.jpa.hibernate.ddl-auto=none",
                "spring.main.banner-mode=off",
                "management.endpoints.web.exposure.include=handlersocket"));
        all.addAll(List.of(properties));
        return new SpringApplicationBuilder(PlayerApplication.class)
                .web(WebApplicationType.NONE)
                .properties(all.toArray(String[]::new));
    }
}
