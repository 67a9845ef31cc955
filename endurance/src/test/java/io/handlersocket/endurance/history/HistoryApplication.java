// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** The application whose readers are checked. */
@SpringBootApplication
public class HistoryApplication {

    /** The application, to be started. */
    static SpringApplicationBuilder on(HandlerSocketMariaDB server, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "spring.datasource.url=" + server.getJdbcUrl(),
                "spring.datasource.username=" + server.getUsername(),
                "spring.datasource.password=" + server.getPassword(),
                "spring.datasource.hikari.maximum-pool-size=10",
                "spring.jpa.hibernate.ddl-auto=none",
                "spring.main.banner-mode=off",
                "management.endpoints.web.exposure.include=handlersocket"));
        all.addAll(List.of(properties));
        return new SpringApplicationBuilder(HistoryApplication.class)
                .web(WebApplicationType.NONE)
                .properties(all.toArray(String[]::new));
    }
}
