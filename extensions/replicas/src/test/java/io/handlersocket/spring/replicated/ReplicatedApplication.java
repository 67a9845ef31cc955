// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.replicated;

import io.handlersocket.testkit.ReplicatedMariaDB;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** An application as a user would write it. */
@SpringBootApplication
public class ReplicatedApplication {

    /** Creates the table on the primary. */
    public static void createTable(ReplicatedMariaDB servers) {
        servers.primary()
                .execute(
                        "CREATE TABLE item (id BIGINT NOT NULL PRIMARY KEY, amount INT NOT NULL) ENGINE=InnoDB",
                        "INSERT INTO item SELECT seq, 0 FROM seq_1_to_100");
    }

    /** The application, to be started; every server is a replica of it, also the present primary. */
    public static SpringApplicationBuilder on(ReplicatedMariaDB servers, String... properties) {
        List<String> all = new ArrayList<>(List.of("handlersocket.endpoints.wait-at-most=300ms"));
        for (int id = 1; id <= 3; id++) {
            String replica = "handlersocket.endpoints.replicas[" + (id - 1) + "].";
            all.add(replica + "name=db" + id);
            all.add(replica + "url=" + servers.server(id).getJdbcUrl());
        }
        all.addAll(List.of(properties));
        return withoutReplicas(servers).properties(all.toArray(String[]::new));
    }

    /** The same application without replicas. */
    public static SpringApplicationBuilder withoutReplicas(ReplicatedMariaDB servers) {
        return new SpringApplicationBuilder(ReplicatedApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + servers.primaryUrl(),
                        "spring.datasource.username=" + servers.primary().getUsername(),
                        "spring.datasource.password=" + servers.primary().getPassword(),
                        "spring.datasource.hikari.maximum-pool-size=2",
                        "spring.jpa.hibernate.ddl-auto=none",
                        "spring.main.banner-mode=off",
                        "handlersocket.request-timeout=3s",
                        "management.endpoints.web.exposure.include=handlersocket");
    }
}
