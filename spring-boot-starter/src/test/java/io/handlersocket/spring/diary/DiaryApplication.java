// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.diary;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** The application, and its tables. */
@SpringBootApplication
public class DiaryApplication {

    /** Starts it. */
    public static void main(String[] arguments) {
        SpringApplication.run(DiaryApplication.class, arguments);
    }

    /** 300 entries of 7 authors, with NULLs and equal times among them; the last author has 120. */
    public static void createTables(HandlerSocketMariaDB server) {
        server.execute(
                "DROP TABLE IF EXISTS entry",
                "DROP TABLE IF EXISTS author",
                "CREATE TABLE author (id BIGINT NOT NULL PRIMARY KEY, name VARCHAR(40) NOT NULL)",
                "INSERT INTO author SELECT seq, CONCAT('Zoë ', seq) FROM seq_1_to_7",
                "CREATE TABLE entry (id BIGINT NOT NULL PRIMARY KEY, author_id BIGINT, created DATETIME(3),"
                        + " slug VARCHAR(40) NOT NULL, title VARCHAR(40), code VARCHAR(20) NOT NULL,"
                        + " mood ENUM('BAD','GOOD') NOT NULL, score INT NOT NULL, hidden BIT(1) NOT NULL,"
                        + " price DECIMAL(10,2), UNIQUE KEY uk_slug (slug), KEY author_created (author_id, created), KEY author_score (author_id, score),"
                        + " KEY title (title), KEY code (code), KEY mood (mood, id), KEY score (score), KEY hidden (hidden)"
                        + ") ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
                "INSERT INTO entry SELECT seq, IF(seq > 180, 7, seq MOD 6 + 1),"
                        + " IF(seq MOD 11 = 0, NULL, '2026-03-01 00:00:00.500' + INTERVAL (seq * 7 MOD 97) HOUR),"
                        + " CONCAT('slug-', seq), ELT(seq MOD 5 + 1, 'straße', 'Strasse', 'emoji 🎲', '', NULL),"
                        + " CONCAT('CODE-', seq MOD 20), IF(seq MOD 3 = 0, 'BAD', 'GOOD'), CAST(seq AS SIGNED) MOD 50 - 10,"
                        + " b'0' + (seq MOD 40 = 0), IF(seq MOD 4 = 0, NULL, seq / 7) FROM seq_1_to_300");
    }

    /** The application, to be started, with a pool of one connection. */
    public static SpringApplicationBuilder on(HandlerSocketMariaDB server, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "spring.datasource.url=" + server.getJdbcUrl(),
                "spring.datasource.username=" + server.getUsername(),
                "spring.datasource.password=" + server.getPassword(),
                "spring.datasource.hikari.maximum-pool-size=1",
                "spring.jpa.hibernate.ddl-auto=none",
                "spring.main.banner-mode=off",
                "handlersocket.max-rows=100",
                "handlersocket.on-missing-index=warn"));
        all.addAll(List.of(properties));
        return new SpringApplicationBuilder(DiaryApplication.class)
                .web(WebApplicationType.NONE)
                .properties(all.toArray(String[]::new));
    }
}
