// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.client.internal.control.guard.HeldOpenings;
import io.handlersocket.client.internal.control.sql.Collations;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.lookup.IndexState;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Connections are added while an index is open, after a change of its table that the open connections did not hold up.
 */
class IndexOpenerIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    private final IndexState shared =
            new IndexState(new IndexState.Name(new TableName("test", "reopened"), "PRIMARY", true), 0);
    private SqlSession session;
    private ServerFacts server;

    @BeforeEach
    void openOnce() throws Exception {
        DB.execute("CREATE OR REPLACE TABLE test.reopened (code VARCHAR(20) COLLATE utf8mb4_bin PRIMARY KEY,"
                + " n INT NOT NULL, KEY (n)) DEFAULT CHARSET=utf8mb4");
        session = SqlSession.open(DB.dataSource(), 30_000);
        server = new Discovery(Options.of("opening", DB.dataSource(), new ClientListener() {}))
                .discover(session)
                .facts();
        shared.open(open(), 0);
    }

    @AfterEach
    void close() {
        session.close();
    }

    @Test
    void anUnchangedTableKeepsWhatTheOtherConnectionsServe() throws Exception {
        assertThat(open()).isSameAs(shared.opened());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MODIFY code VARCHAR(20) COLLATE utf8mb4_general_ci",
                "MODIFY n BIGINT NOT NULL",
                "MODIFY n INT NULL",
                "ENGINE=Aria",
                "DROP INDEX n",
                "DROP PRIMARY KEY, ADD PRIMARY KEY (n, code)"
            })
    void aChangedTableIsOpenedAsAnotherOne(String change) throws Exception {
        OpenedIndex before = Objects.requireNonNull(shared.opened());
        DB.execute("ALTER TABLE test.reopened " + change);

        OpenedIndex now = open();

        assertThat(now.layout().columnNames()).isEqualTo(before.layout().columnNames());
        assertThat(now).isNotSameAs(before);
        assertThat(now.wire()).isNotSameAs(before.wire());
        shared.open(now, 0);
        assertThat(open()).as("opened again without a change").isSameAs(now);
    }

    private SqlSession another() throws SQLException {
        return SqlSession.open(DB.dataSource(), 30_000);
    }

    /** What new connections are given; there are none, so that the answer is only the catalogue's. */
    private OpenedIndex open() throws Exception {
        return Objects.requireNonNull(new IndexOpener<>(
                        new ReadPort(server, Map.of(shared, 0)),
                        session,
                        new HeldOpenings("opening", this::another, System::nanoTime),
                        this::another,
                        new Collations(System::nanoTime),
                        List.of(),
                        System::nanoTime)
                .open(List.of(shared))
                .opened()
                .get(shared));
    }
}
