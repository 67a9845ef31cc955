// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.ranking;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** The application, and its table. */
@SpringBootApplication
public class RankingApplication {

    /** 120 scores of 3 players, each of which several games ended with. */
    public static void createTable(HandlerSocketMariaDB server) {
        server.execute(
                "DROP TABLE IF EXISTS score",
                "CREATE TABLE score (id BIGINT NOT NULL PRIMARY KEY, player_id BIGINT NOT NULL, score INT NOT NULL,"
                        + " KEY player_score (player_id, score)) ENGINE=InnoDB",
                "INSERT INTO score SELECT seq, seq MOD 3, seq MOD 8 FROM seq_1_to_120");
    }

    /** The application, to be started, with a pool of one connection. */
    public static SpringApplicationBuilder on(HandlerSocketMariaDB server, String... properties) {
        return new SpringApplicationBuilder(RankingApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + server.getJdbcUrl(),
                        "spring.datasource.username=" + server.getUsername(),
                        "spring.datasource.password=" + server.getPassword(),
                        "spring.datasource.hikari.maximum-pool-size=1",
                        "spring.jpa.hibernate.ddl-auto=none",
                        "spring.main.banner-mode=off")
                .properties(properties);
    }
}
