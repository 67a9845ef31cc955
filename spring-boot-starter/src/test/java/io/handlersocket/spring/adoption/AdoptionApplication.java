// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.adoption;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** The application, and its tables. */
@SpringBootApplication
public class AdoptionApplication {

    /** Guilds 1 to 3 and gamers 1 to 30; {@code nick}, {@code score} and {@code home_id} have no index. */
    public static void createTables(HandlerSocketMariaDB server) {
        server.execute(
                "DROP TABLE IF EXISTS gamer, guild, medal, track",
                "CREATE TABLE guild (id INT NOT NULL PRIMARY KEY, tag VARCHAR(9) NOT NULL UNIQUE) ENGINE=InnoDB",
                "CREATE TABLE gamer (id BIGINT NOT NULL PRIMARY KEY, email VARCHAR(60) NOT NULL UNIQUE,"
                        + " nick VARCHAR(30) NOT NULL, score INT NOT NULL, guild_id INT, home_id INT,"
                        + " KEY guild_score (guild_id, score)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
                "CREATE TABLE medal (id BIGINT NOT NULL PRIMARY KEY, weight INT NOT NULL) ENGINE=InnoDB",
                "CREATE TABLE track (id BIGINT NOT NULL PRIMARY KEY, length FLOAT NOT NULL) ENGINE=InnoDB",
                "INSERT INTO guild SELECT seq, CONCAT('tag', seq) FROM seq_1_to_3",
                "INSERT INTO gamer SELECT seq, CONCAT(seq, '@example.com'), CONCAT('nick', seq), seq, 1 + seq MOD 3,"
                        + " 1 + seq MOD 3 FROM seq_1_to_30",
                "INSERT INTO medal VALUES (1, 2)",
                "INSERT INTO track VALUES (1, 2)");
    }

    /** The application, to be started. At READ COMMITTED, because 11.8 refuses loads at REPEATABLE READ. */
    public static SpringApplicationBuilder on(HandlerSocketMariaDB server, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "spring.datasource.url=" + server.getJdbcUrl(),
                "spring.datasource.username=" + server.getUsername(),
                "spring.datasource.password=" + server.getPassword(),
                "spring.datasource.hikari.maximum-pool-size=1",
                "spring.datasource.hikari.transaction-isolation=TRANSACTION_READ_COMMITTED",
                "spring.jpa.hibernate.ddl-auto=none",
                "spring.main.banner-mode=off",
                "management.endpoints.web.exposure.include=handlersocket"));
        all.addAll(List.of(properties));
        return new SpringApplicationBuilder(AdoptionApplication.class)
                .web(WebApplicationType.NONE)
                .properties(all.toArray(String[]::new));
    }
}
