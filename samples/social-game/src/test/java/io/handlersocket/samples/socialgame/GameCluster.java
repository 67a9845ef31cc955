// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import io.handlersocket.testkit.GaleraMariaDB;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistrar;

/** A Galera cluster of three nodes that lives as long as the application. One address leads to the node in use. */
@TestConfiguration(proxyBeanMethods = false)
class GameCluster {

    private static final int NODES = 3;

    @Bean(initMethod = "start", destroyMethod = "stop")
    GaleraMariaDB database() {
        GaleraMariaDB cluster = new GaleraMariaDB(NODES);
        for (int i = 1; i <= NODES; i++) {
            cluster.node(i)
                    .withDatabaseName("game")
                    .withUsername("game")
                    .withPassword("game")
                    .withServerArguments("--innodb-buffer-pool-size=256M");
        }
        return cluster;
    }

    @Bean
    KillableCluster cluster(GaleraMariaDB database) {
        return new KillableCluster(database, NODES);
    }

    /** Asks for the URL once: the testkit does not answer while a node starts again. */
    @Bean
    JdbcConnectionDetails address(GaleraMariaDB database) {
        String url = database.addressUrl();
        return new JdbcConnectionDetails() {
            @Override
            public String getJdbcUrl() {
                return url;
            }

            @Override
            public String getUsername() {
                return database.node(1).getUsername();
            }

            @Override
            public String getPassword() {
                return database.node(1).getPassword();
            }
        };
    }

    @Bean
    DynamicPropertyRegistrar operationsAsRoot(GaleraMariaDB database) {
        return GameOperations.asRoot(database.node(1)::rootPassword);
    }
}
