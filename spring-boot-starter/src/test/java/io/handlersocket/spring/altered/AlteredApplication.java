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

    /** Tags 1 to 3 of level 1, whose codes are in the opposite order. */
    public static void createTable(HandlerSocketMariaDB server) {
        server.execute(
                "DROP TABLE IF EXISTS tag",
                "CREATE TABLE tag (id BIGINT NOT NULL PRIMARY KEY, code VARCHAR(20) COLLATE utf8mb4_bin NOT NULL,"
                        + " level INT NOT NULL, amount DECIMAL(10,2) NOT NULL,"
                        + " UNIQUE KEY (code), KEY (level), KEY (amount)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
                "INSERT INTO tag VALUES (1, 'zoe', 1, 10), (2, 'max', 1, 20), (3, 'ann', 1, 30)");
    }

    /** The application, to be started. */
    public static SpringApplicationBuilder on(HandlerSocketMariaDB server) {
        return new SpringApplicationBuilder(AlteredApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + server.getJdbcUrl(),
                        "spring.datasource.username=" + server.getUsername(),
                        "spring.datasource.password=" + server.getPassword(),
                        "spring.jpa.hibernate.ddl-auto=none",
                        "spring.main.banner-mode=off");
    }
}
