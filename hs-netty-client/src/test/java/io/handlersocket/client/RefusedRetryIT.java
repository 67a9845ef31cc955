// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mariadb.jdbc.MariaDbDataSource;

/** What must not be read for a while comes back by itself when it may be. */
@Timeout(60)
class RefusedRetryIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    private static void asRoot(String... statements) throws Exception {
        try (var root = DB.rootDataSource().getConnection();
                var statement = root.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void aTableWhosePrivilegeWasTakenAwayIsReadAgainOnceItIsGranted() throws Exception {
        DB.execute(
                "CREATE OR REPLACE TABLE test.granted (id INT PRIMARY KEY)",
                "INSERT INTO test.granted VALUES (1)",
                "CREATE OR REPLACE TABLE test.always_granted (id INT PRIMARY KEY)");
        asRoot(
                "CREATE OR REPLACE USER reader IDENTIFIED BY 'reads'",
                "GRANT SELECT ON test.always_granted TO reader",
                "GRANT SELECT ON test.granted TO reader");
        DataSource reader = new MariaDbDataSource(DB.jdbcUrl("user=reader&password=reads"));
        try (HandlerSocketClient client =
                PatientClient.builder().dataSource(reader).build()) {
            Index index = client.index(IndexSpec.primary("test", "granted"));
            assertThat(index.find(1)).isPresent();
            client.drain();
            asRoot("REVOKE SELECT ON test.granted FROM reader");
            client.resume();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThatThrownBy(() -> index.find(1))
                            .isInstanceOf(RefusedException.class)
                            .hasMessageContaining("denied"));

            asRoot("GRANT SELECT ON test.granted TO reader");

            Awaitility.await() // after at most 5 s, then 10 s
                    .atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(50))
                    // What it says until then, or while a machine stood still.
                    .ignoreExceptionsMatching(e -> e instanceof RefusedException || e instanceof UnavailableException)
                    .until(() -> index.find(1).isPresent());
        } finally {
            asRoot("DROP USER reader");
        }
    }
}
