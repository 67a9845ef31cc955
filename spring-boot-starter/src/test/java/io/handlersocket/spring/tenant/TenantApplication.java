// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.tenant;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** The application, and its tables: accounts 1 to 20, the odd ones of tenant 1; branches 1 to 4, one of each. */
@SpringBootApplication
public class TenantApplication {

    /** Makes the tables. */
    public static void createTable(HandlerSocketMariaDB server) {
        server.execute(
                "DROP TABLE IF EXISTS account",
                "CREATE TABLE account (id BIGINT NOT NULL PRIMARY KEY, tenant INT NOT NULL, name VARCHAR(40) NOT NULL)"
                        + " ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
                "DROP TABLE IF EXISTS branch, voucher",
                "CREATE TABLE branch (id BIGINT NOT NULL PRIMARY KEY, code VARCHAR(40) NOT NULL, account_id BIGINT,"
                        + " KEY (code), KEY (account_id)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
                "INSERT INTO branch SELECT seq, CONCAT('B', seq), seq FROM seq_1_to_4",
                "CREATE TABLE voucher (id BIGINT NOT NULL PRIMARY KEY, used INT NOT NULL) ENGINE=InnoDB",
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
