// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mariadb.jdbc.MariaDbDataSource;

/** Many tables and a long way to SQL: to read all definitions takes longer than the guard may be silent. */
@Timeout(120)
class SlowCatalogueIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static final int TABLES = 60;
    private static final Duration WAY = Duration.ofMillis(4);

    @BeforeAll
    static void createTables() {
        List<String> statements = new ArrayList<>(List.of("CREATE OR REPLACE DATABASE many"));
        statements.add("GRANT SELECT ON many.* TO test@'%'");
        for (int i = 0; i < TABLES; i++) {
            statements.add("CREATE TABLE many.t" + i + " (id INT PRIMARY KEY, v INT)");
            statements.add("INSERT INTO many.t" + i + " VALUES (1, " + i + ")");
        }
        DB.execute(statements.toArray(String[]::new));
    }

    @AfterAll
    static void dropTables() {
        DB.execute("DROP DATABASE many");
    }

    @Test
    void connectionsThatComeBackStayAndDdlDoesNotWait() throws Exception {
        List<String> closings = new CopyOnWriteArrayList<>();
        try (TcpProxy sql = new TcpProxy(DB.getHost(), DB.getMappedPort(3306));
                TcpProxy port = new TcpProxy(DB.getHost(), DB.readPort());
                HandlerSocketClient client = HandlerSocketClient.builder()
                        .name("many")
                        .dataSource(new MariaDbDataSource(
                                DB.jdbcUrl(sql.port(), "user=" + DB.getUsername() + "&password=" + DB.getPassword())
                                        .replaceFirst("/test", "/many")))
                        .host("127.0.0.1")
                        .port(port.port())
                        .connections(2)
                        .maxDirectConnections(0)
                        .listener(new ClientListener() {
                            @Override
                            public void drained(String reason) {
                                closings.add(reason);
                            }
                        })
                        .build()) {
            List<Index> indexes = new ArrayList<>();
            for (int i = 0; i < TABLES; i++) {
                indexes.add(client.index("t" + i));
            }
            sql.delay(WAY, Duration.ZERO);

            port.cutAll();

            await().until(() -> client.snapshot().openIndexes().size() < TABLES);
            await().atMost(Duration.ofSeconds(40))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> indexes.stream().allMatch(Index::isOpen));
            Thread.sleep(3_000); // the dead man's switch closes everything after two
            assertThat(closings).isEmpty();
            for (int i = 0; i < TABLES; i++) {
                assertThat(indexes.get(i).find(1).orElseThrow().intAt(1)).isEqualTo(i);
            }

            port.cutOne(new Random(1)); // the others serve, and the new one needs every table
            DB.execute("SET STATEMENT lock_wait_timeout=20 FOR ALTER TABLE many.t0 ADD COLUMN w INT");
            assertThat(closings).noneMatch(reason -> reason.contains("no clean answer"));
        }
    }
}
