// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.clinic;

import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

@SpringBootApplication
class ClinicApplication {

    static final int OWNERS = 60;

    static void createTables(HandlerSocketMariaDB server) {
        server.execute(
                "DROP TABLE IF EXISTS visits, pets, owners",
                "CREATE TABLE owners (id INT AUTO_INCREMENT PRIMARY KEY, first_name VARCHAR(30), last_name VARCHAR(30),"
                        + " city VARCHAR(80), INDEX (last_name)) DEFAULT CHARSET=utf8mb4",
                "CREATE TABLE pets (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(30), birth_date DATE,"
                        + " owner_id INT, INDEX (owner_id)) DEFAULT CHARSET=utf8mb4",
                "CREATE TABLE visits (id INT AUTO_INCREMENT PRIMARY KEY, pet_id INT, visit_date DATE, INDEX (pet_id))",
                "INSERT INTO owners SELECT seq, CONCAT('first ', seq), CONCAT('Davis ', seq), 'Ulm' FROM seq_1_to_"
                        + OWNERS,
                "INSERT INTO pets SELECT seq, CONCAT('pet ', seq), '2020-01-01', 1 + seq MOD " + OWNERS
                        + " FROM seq_1_to_90",
                "INSERT INTO visits SELECT seq, 1 + seq MOD 90, '2024-01-01' + INTERVAL seq DAY FROM seq_1_to_50");
    }

    /** On JDBC as its users are told to set it up. */
    static SpringApplicationBuilder on(HandlerSocketMariaDB server, int connections, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "spring.datasource.url=" + server.getJdbcUrl(),
                "spring.datasource.username=" + server.getUsername(),
                "spring.datasource.password=" + server.getPassword(),
                "spring.datasource.hikari.maximum-pool-size=" + connections,
                "spring.datasource.hikari.auto-commit=false",
                "spring.jpa.properties.hibernate.connection.provider_disables_autocommit=true",
                "spring.jpa.hibernate.ddl-auto=none",
                "spring.main.banner-mode=off"));
        all.addAll(List.of(properties));
        return new SpringApplicationBuilder(ClinicApplication.class)
                .web(WebApplicationType.NONE)
                .initializers(PlayerApplication.patient())
                .properties(all.toArray(String[]::new));
    }
}
