// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.app;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** An application as a user would write it, on a given server. */
@SpringBootApplication
public class PlayerApplication {

    /** A table of players 1 to 100 and 4294967295, the largest id. */
    public static void createTable(HandlerSocketMariaDB server) {
        server.execute(
                "DROP TABLE IF EXISTS player",
                "CREATE TABLE player (id INT UNSIGNED NOT NULL PRIMARY KEY, name VARCHAR(60) NOT NULL,"
                        + " level INT NOT NULL, created DATETIME(3)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
                "INSERT INTO player SELECT seq, CONCAT('Zoë ', seq), seq MOD 7,"
                        + " IF(seq MOD 5 = 0, NULL, '2026-01-01 10:11:12.345' + INTERVAL seq DAY) FROM seq_1_to_100",
                "INSERT INTO player VALUES (4294967295, 'the last', 1, NULL)");
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
