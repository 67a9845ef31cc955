// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.altered;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** The application, and its table. */
@SpringBootApplication
public class AlteredApplication {

    /** Makes a database with tags 1 to 3 of level 1, whose codes are in the opposite order. */
    public static void createTable(HandlerSocketMariaDB server, String database) {
        server.execute(
                "CREATE OR REPLACE DATABASE " + database,
                "GRANT ALL ON " + database + ".* TO " + server.getUsername(),
                "CREATE TABLE " + database
                        + ".tag (id BIGINT NOT NULL PRIMARY KEY, code VARCHAR(20) COLLATE utf8mb4_bin NOT NULL,"
                        + " level INT NOT NULL, amount DECIMAL(10,2) NOT NULL,"
                        + " UNIQUE KEY (code), KEY (level), KEY (amount)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
                "INSERT INTO " + database
                        + ".tag VALUES (1, 'zoe', 1, 10), (2, 'max', 1, 20), (3, 'ann', 1, 30)");
    }

    /** The application on this database, to be started. */
    public static SpringApplicationBuilder on(HandlerSocketMariaDB server, String database) {
        return new SpringApplicationBuilder(AlteredApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=jdbc:mariadb://" + server.getHost() + ":" + server.getMappedPort(3306)
                                + "/" + database,
                        "spring.datasource.username=" + server.getUsername(),
                        "spring.datasource.password=" + server.getPassword(),
                        "spring.jpa.hibernate.ddl-auto=none",
                        "spring.main.banner-mode=off");
    }
}
