// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.tenant;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** The application, and its table: accounts 1 to 20, the odd ones of tenant 1. */
@SpringBootApplication
public class TenantApplication {

    /** Makes the table. */
    public static void createTable(HandlerSocketMariaDB server) {
        server.execute(
                "DROP TABLE IF EXISTS account",
                "CREATE TABLE account (id BIGINT NOT NULL PRIMARY KEY, tenant INT NOT NULL, name VARCHAR(40) NOT NULL)"
                        + " ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
                "INSERT INTO account SELECT seq, 2 - seq MOD 2, CONCAT('Zoë ', seq) FROM seq_1_to_20");
    }

    /** The application, to be started. */
    public static SpringApplicationBuilder on(HandlerSocketMariaDB server) {
        return new SpringApplicationBuilder(TenantApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + server.getJdbcUrl(),
                        "spring.datasource.username=" + server.getUsername(),
                        "spring.datasource.password=" + server.getPassword(),
                        "spring.jpa.hibernate.ddl-auto=none",
                        "spring.main.banner-mode=off");
    }
}
