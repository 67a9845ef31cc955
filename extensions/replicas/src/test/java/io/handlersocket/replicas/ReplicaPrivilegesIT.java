// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Patience;
import io.handlersocket.client.PatientClient;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.testkit.ReplicatedMariaDB;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.mariadb.jdbc.MariaDbDataSource;

/** Each server answers only what the account may read on that server. */
@Timeout(120)
class ReplicaPrivilegesIT {

    @RegisterExtension
    static final ReplicatedMariaDB DB = new ReplicatedMariaDB(1);

    @BeforeAll
    static void createTable() {
        DB.primary()
                .execute(
                        "CREATE TABLE salary (id INT PRIMARY KEY, amount INT)",
                        "CREATE TABLE granted (id INT PRIMARY KEY)",
                        "INSERT INTO salary VALUES (1, 4711)");
    }

    private static void createUser(String name, String grant) {
        DB.primary()
                .execute(
                        "CREATE USER " + name + " IDENTIFIED BY 'reads'",
                        "GRANT SELECT ON granted TO " + name,
                        "GRANT SELECT ON mysql.gtid_slave_pos TO " + name, // the proof reads these
                        "GRANT SLAVE MONITOR, BINLOG MONITOR ON *.* TO " + name,
                        "GRANT " + grant + " TO " + name);
        DB.awaitReplica(0, Patience.LIMIT);
    }

    private static HandlerSocketClientBuilder options(String url, String name) throws SQLException {
        MariaDbDataSource source = new MariaDbDataSource(url);
        source.setUser(name);
        source.setPassword("reads");
        return PatientClient.builder().dataSource(source);
    }

    private static Replicas replicas(String name) throws SQLException {
        return Replicas.builder(options(DB.primaryUrl(), name).name(name))
                .replica(name + "-replica", options(DB.server(2).getJdbcUrl(), name))
                .lease(Duration.ofSeconds(5)) // a busy machine answers late
                .build();
    }

    private static Index index(Replicas replicas) {
        return Patience.answer(() -> replicas.client().index("salary"));
    }

    /** Reads the salary; returns whether the primary answered. */
    private static boolean isReadFromThePrimary(Replicas replicas, Index index) {
        try (ReadScope scope = replicas.open(Freshness.ANY)) {
            assertThat(index.find(1).orElseThrow().getInt("amount")).isEqualTo(4711);
            return scope.answers().get(0).primary();
        }
    }

    @Test
    void afterARevokeNoServerAnswers() throws SQLException {
        createUser("clerk", "SELECT ON salary");
        try (Replicas replicas = replicas("clerk")) {
            Index salaries = index(replicas);
            Patience.await().until(() -> !isReadFromThePrimary(replicas, salaries));

            DB.primary().execute("REVOKE SELECT ON salary FROM clerk");

            assertNothingIsRead(replicas, salaries, Freshness.ANY);
            assertNothingIsRead(replicas, salaries, Freshness.PRIMARY);
        }
    }

    @Test
    void aReplicaDoesNotAnswerWhatItsOwnPrivilegesForbid() throws SQLException {
        createUser("trainee", "SELECT ON salary");
        try (Replicas replicas = replicas("trainee")) {
            Index salaries = index(replicas);
            Patience.await().until(() -> !isReadFromThePrimary(replicas, salaries));

            DB.writeLocally(0, "SET sql_log_bin = 0", "REVOKE SELECT ON salary FROM trainee");

            Patience.await().until(() -> isReadFromThePrimary(replicas, salaries));
            Patience.await().during(Duration.ofSeconds(2)).until(() -> isReadFromThePrimary(replicas, salaries));
        }
    }

    @Test
    void anAccountWithoutTheColumnReadsItFromNoServer() throws SQLException {
        createUser("guest", "SELECT (id) ON salary");
        try (Replicas replicas = replicas("guest")) {
            for (Freshness freshness : new Freshness[] {Freshness.ANY, Freshness.PRIMARY}) {
                try (ReadScope scope = replicas.open(freshness)) {
                    Patience.awaitFailure(
                            () -> replicas.client()
                                    .index(IndexSpec.primary("test", "salary").select("id", "amount"))
                                    .find(1),
                            ReplicaPrivilegesIT::isNotRead);
                    assertThat(scope.answers()).isEmpty();
                }
            }
        }
    }

    private static boolean isNotRead(HandlerSocketException failure) {
        return failure instanceof RefusedException || failure instanceof UnavailableException;
    }

    private static void assertNothingIsRead(Replicas replicas, Index index, Freshness freshness) {
        Patience.await()
                .untilAsserted(() -> assertThatThrownBy(() -> replicas.read(freshness, () -> index.find(1)))
                        .isInstanceOfAny(RefusedException.class, UnavailableException.class));
        Patience.await()
                .during(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThatThrownBy(() -> replicas.read(freshness, () -> index.find(1)))
                        .isInstanceOfAny(RefusedException.class, UnavailableException.class));
    }
}
