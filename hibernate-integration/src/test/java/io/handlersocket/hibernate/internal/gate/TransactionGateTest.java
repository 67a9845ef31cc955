// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_READ_UNCOMMITTED;
import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static java.sql.Connection.TRANSACTION_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.hibernate.fixture.StubDatabase;
import io.handlersocket.hibernate.internal.gate.TransactionGate.Consistency;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransactionGateTest {

    /** What a test does with a connection. */
    private interface Work {
        void on(Connection connection) throws SQLException;
    }

    private static boolean open(Consistency consistency, int isolation, Work work) throws SQLException {
        TrackedConnection connection = ConnectionTracker.track(
                new StubDatabase().isolation(isolation).connection(),
                new Use(isolation),
                new SqlKinds(name -> TableKind.BASE));
        connection.setAutoCommit(false);
        work.on(connection);
        return new TransactionGate(consistency).refusal(facts(connection, true)) == null;
    }

    private static TransactionGate.Facts facts(TrackedConnection connection, boolean inTransaction)
            throws SQLException {
        TransactionLog log = connection.transactionLog();
        return new TransactionGate.Facts(
                inTransaction || !log.autoCommit(),
                log.state(),
                log.isolation().level(),
                log.isolation().snapshot());
    }

    /** Remembers what it is told. */
    private static final class Use implements SessionUse {
        private final int isolation;
        private final List<String> told = new ArrayList<>();
        private int uses;

        Use(int isolation) {
            this.isolation = isolation;
        }

        @Override
        public void begins() {}

        @Override
        public void runs(SqlKind kind) {
            told.add(kind.name());
        }

        @Override
        public void usesSql() {
            uses++;
        }

        @Override
        public void outOfSight() {
            told.add("out of sight");
        }

        @Override
        public void isolationSet(int level) {
            told.add("isolation");
        }

        @Override
        public boolean readOnlySets() {
            told.add("sets read-only");
            return true;
        }

        @Override
        public void readOnlySet(boolean readOnly) {
            told.add("read-only " + readOnly);
        }

        @Override
        public void ends(boolean onlyRead) {
            told.add("ends");
        }

        @Override
        public Isolation isolation() {
            return new Isolation(isolation, true);
        }
    }

    private static void read(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select 1 from t")) {
            statement.executeQuery();
        }
    }

    private static void write(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("update t set a=1")) {
            statement.executeUpdate();
        }
    }

    private interface RowsWork {
        void on(ResultSet rows) throws SQLException;
    }

    /** The stub's rows refuse, as rows that cannot be updated do; that it was tried is enough. */
    private static Work rows(RowsWork work) {
        return c -> {
            ResultSet rows = c.prepareStatement("select 1 from t").executeQuery();
            assertThatThrownBy(() -> work.on(rows)).isInstanceOf(SQLException.class);
        };
    }

    @Test
    void readCommittedIsOpenUntilTheFirstWrite() throws SQLException {
        assertThat(open(Consistency.DEFAULT, TRANSACTION_READ_COMMITTED, c -> {}))
                .isTrue();
        assertThat(open(Consistency.DEFAULT, TRANSACTION_READ_COMMITTED, TransactionGateTest::read))
                .isTrue();
        assertThat(open(Consistency.DEFAULT, TRANSACTION_READ_COMMITTED, TransactionGateTest::write))
                .isFalse();
    }

    @Test
    void repeatableReadIsOpenUntilTheFirstStatement() throws SQLException {
        assertThat(open(Consistency.DEFAULT, TRANSACTION_REPEATABLE_READ, c -> {}))
                .isTrue();
        assertThat(open(Consistency.DEFAULT, TRANSACTION_REPEATABLE_READ, c -> c.prepareStatement("select 1 from t")))
                .isTrue();
        assertThat(open(Consistency.DEFAULT, TRANSACTION_REPEATABLE_READ, TransactionGateTest::read))
                .isFalse();
    }

    @Test
    void latestIsOpenUntilTheFirstWrite() throws SQLException {
        assertThat(open(Consistency.LATEST, TRANSACTION_REPEATABLE_READ, TransactionGateTest::read))
                .isTrue();
        assertThat(open(Consistency.LATEST, TRANSACTION_REPEATABLE_READ, TransactionGateTest::write))
                .isFalse();
    }

    @Test
    void snapshotSerializableAndReadUncommittedAreNeverOpenInsideATransaction() throws SQLException {
        assertThat(open(Consistency.SNAPSHOT, TRANSACTION_READ_COMMITTED, c -> {}))
                .isFalse();
        assertThat(open(Consistency.LATEST, TRANSACTION_SERIALIZABLE, c -> {})).isFalse();
        assertThat(open(
                        Consistency.LATEST,
                        TRANSACTION_READ_COMMITTED,
                        c -> c.setTransactionIsolation(TRANSACTION_SERIALIZABLE)))
                .isFalse();
        assertThat(open(
                        Consistency.LATEST,
                        TRANSACTION_READ_COMMITTED,
                        c -> c.setTransactionIsolation(TRANSACTION_READ_UNCOMMITTED)))
                .isFalse();
    }

    private static Isolation unchecked(int level) {
        return new Isolation(level, false);
    }

    private static boolean checked(Consistency consistency, int isolation, boolean inTransaction, boolean autoCommit)
            throws SQLException {
        TrackedConnection connection = ConnectionTracker.track(
                new StubDatabase().connection(), new Use(isolation), new SqlKinds(name -> TableKind.BASE));
        connection.setAutoCommit(autoCommit);
        return new TransactionGate(consistency).checkedWrites(facts(connection, inTransaction)) != null;
    }

    @Test
    void writesAreCheckedAgainstTheSnapshotOfRepeatableRead() throws SQLException {
        assertThat(checked(Consistency.DEFAULT, TRANSACTION_REPEATABLE_READ, true, false))
                .isTrue();
        assertThat(checked(Consistency.DEFAULT, TRANSACTION_REPEATABLE_READ, false, false))
                .as("outside transactions, but without auto-commit")
                .isTrue();
        assertThat(checked(Consistency.DEFAULT, TRANSACTION_REPEATABLE_READ, false, true))
                .isFalse();
        assertThat(checked(Consistency.DEFAULT, TRANSACTION_READ_COMMITTED, true, false))
                .isFalse();
        assertThat(checked(Consistency.LATEST, TRANSACTION_REPEATABLE_READ, true, false))
                .isFalse();
    }

    @Test
    void theStrictestIsolationHasWhatAnyHas() {
        assertThat(unchecked(TRANSACTION_REPEATABLE_READ).strictest(new Isolation(TRANSACTION_READ_COMMITTED, true)))
                .isEqualTo(new Isolation(TRANSACTION_REPEATABLE_READ, true));
    }

    @Test
    void everyWayToWriteCloses() throws SQLException {
        for (Work work : new Work[] {
            TransactionGateTest::write,
            c -> c.prepareStatement("update t set a=1").execute(),
            c -> c.prepareStatement("update t set a=1").addBatch(),
            c -> c.prepareStatement("select * from t for update").executeQuery(),
            c -> c.createStatement().execute("delete from t"),
            c -> c.createStatement().executeUpdate("delete from t"),
            c -> c.createStatement().executeQuery("select give_bonus(1)"),
            c -> {
                try (Statement statement = c.createStatement()) {
                    statement.addBatch("delete from t");
                    statement.executeBatch();
                }
            },
            c -> {
                try (CallableStatement statement = c.prepareCall("{call p()}")) {
                    statement.execute();
                }
            },
            c -> c.unwrap(Connection.class),
            c -> c.createStatement().unwrap(Statement.class),
            c -> c.setCatalog("other"),
            c -> c.createStatement().getConnection().createStatement().execute("delete from t"),
            c -> c.getMetaData().getConnection().createStatement().execute("delete from t"),
            c -> c.getMetaData().unwrap(DatabaseMetaData.class),
            c -> c.prepareStatement("select 1 from t")
                    .executeQuery()
                    .getStatement()
                    .executeUpdate("update t set a=1"),
            rows(rows -> rows.unwrap(ResultSet.class)),
            rows(ResultSet::updateRow),
            rows(ResultSet::insertRow),
            rows(ResultSet::deleteRow),
            c -> c.createStatement().execute("set names utf8mb4")
        }) {
            assertThat(open(Consistency.LATEST, TRANSACTION_READ_COMMITTED, work))
                    .isFalse();
        }
    }

    @Test
    void theEndOfTheTransactionOpensAgainButASavepointDoesNot() throws SQLException {
        assertThat(open(Consistency.DEFAULT, TRANSACTION_REPEATABLE_READ, c -> {
                    write(c);
                    c.commit();
                }))
                .isTrue();
        assertThat(open(Consistency.DEFAULT, TRANSACTION_REPEATABLE_READ, c -> {
                    write(c);
                    c.rollback();
                }))
                .isTrue();
        assertThat(open(Consistency.DEFAULT, TRANSACTION_REPEATABLE_READ, c -> {
                    Savepoint savepoint = c.setSavepoint();
                    write(c);
                    c.rollback(savepoint);
                }))
                .isFalse();
        for (Work forGood :
                new Work[] {c -> c.unwrap(Connection.class), c -> c.setCatalog("other"), c -> c.setSchema("other")}) {
            assertThat(open(Consistency.DEFAULT, TRANSACTION_READ_COMMITTED, c -> {
                        forGood.on(c);
                        c.commit();
                    }))
                    .isFalse();
        }
    }

    @Test
    void tellsWhatMayHaveChangedTheSession() throws SQLException {
        assertThat(told(TransactionGateTest::read)).isEmpty();
        assertThat(told(TransactionGateTest::write)).containsExactly("WRITE");
        assertThat(told(c -> c.prepareStatement("update plain set a=1").executeUpdate()))
                .containsExactly("PLAIN_WRITE");
        assertThat(told(c -> c.prepareStatement("update plain set a=1").executeBatch()))
                .containsExactly("PLAIN_WRITE");
        assertThat(told(c -> c.createStatement().executeBatch())).containsExactly("WRITE");
        assertThat(told(c -> c.prepareStatement("call p()").execute())).containsExactly("ANYTHING");
        assertThat(told(c -> c.createStatement().addBatch("call p()"))).containsExactly("ANYTHING");
        assertThat(told(c -> c.prepareCall("{call p()}"))).containsExactly("ANYTHING");
        assertThat(told(c -> c.setCatalog("other"))).containsExactly("out of sight");
        assertThat(told(c -> c.unwrap(Connection.class))).containsExactly("out of sight");
        assertThat(told(c -> c.setTransactionIsolation(TRANSACTION_SERIALIZABLE)))
                .containsExactly("isolation");
        assertThat(told(c -> c.setReadOnly(true))).containsExactly("sets read-only", "read-only true");
        assertThat(told(Connection::close)).containsExactly("ends");
        assertThat(told(c -> {
                    c.setAutoCommit(false);
                    c.prepareStatement("update plain set a=1").executeUpdate();
                    c.close();
                }))
                .containsExactly("PLAIN_WRITE", "WRITE", "ends");
        assertThat(told(c -> {
                    c.setAutoCommit(false);
                    c.prepareStatement("update plain set a=1").executeUpdate();
                    c.commit();
                    c.close();
                }))
                .containsExactly("PLAIN_WRITE", "ends");
    }

    /** The last report comes after the statement or the commit, so that what was committed is not missed. */
    @Test
    void tellsWhenSqlRunsAndWhenItsTransactionEnds() throws SQLException {
        assertThat(uses(c -> c.setAutoCommit(false), Connection::commit, c -> c.setReadOnly(true)))
                .containsExactly(0, 0, 0);
        assertThat(uses(TransactionGateTest::read, Connection::commit, Connection::close))
                .containsExactly(2, 3, 3);
        assertThat(uses(TransactionGateTest::write, Connection::rollback, TransactionGateTest::read))
                .containsExactly(2, 3, 5);
        assertThat(uses(TransactionGateTest::write, Connection::close)).containsExactly(2, 3);
        assertThat(uses(c -> c.unwrap(Connection.class), Connection::close)).containsExactly(1, 2);
    }

    private static List<Integer> uses(Work... works) throws SQLException {
        Use use = new Use(TRANSACTION_REPEATABLE_READ);
        TrackedConnection connection =
                ConnectionTracker.track(new StubDatabase().connection(), use, new SqlKinds(name -> TableKind.BASE));
        List<Integer> uses = new ArrayList<>();
        for (Work work : works) {
            work.on(connection);
            uses.add(use.uses);
        }
        assertThat(connection.transactionLog().hasRun()).isEqualTo(use.uses > 0);
        return uses;
    }

    private static List<String> told(Work work) throws SQLException {
        Use use = new Use(TRANSACTION_REPEATABLE_READ);
        SqlKinds kinds = new SqlKinds(name -> name.equals("plain") ? TableKind.PLAIN : TableKind.BASE);
        work.on(ConnectionTracker.track(new StubDatabase().connection(), use, kinds));
        return use.told;
    }

    @Test
    void anIsolationThatIsSetInsideATransactionIsForTheNext() throws SQLException {
        Work becomesReadCommitted = c -> {
            read(c);
            c.setTransactionIsolation(TRANSACTION_READ_COMMITTED);
            read(c);
        };
        assertThat(open(Consistency.DEFAULT, TRANSACTION_REPEATABLE_READ, becomesReadCommitted))
                .isFalse();
        assertThat(open(Consistency.DEFAULT, TRANSACTION_REPEATABLE_READ, c -> {
                    becomesReadCommitted.on(c);
                    c.commit();
                    read(c);
                }))
                .isTrue();
    }

    @Test
    void aStatementThatOutlivesItsTransactionIsStillSeen() throws SQLException {
        assertThat(open(Consistency.LATEST, TRANSACTION_READ_COMMITTED, c -> {
                    PreparedStatement statement = c.prepareStatement("update t set a=1");
                    c.commit();
                    statement.executeUpdate();
                }))
                .isFalse();
    }

    @Test
    void readsInAutoCommitModeLeaveNoSnapshot() throws SQLException {
        assertThat(open(Consistency.DEFAULT, TRANSACTION_REPEATABLE_READ, c -> {
                    c.setAutoCommit(true);
                    read(c);
                }))
                .isTrue();
        assertThat(open(Consistency.DEFAULT, TRANSACTION_REPEATABLE_READ, c -> {
                    c.setAutoCommit(true);
                    read(c);
                    c.setAutoCommit(false);
                }))
                .isTrue();
        assertThat(open(Consistency.DEFAULT, TRANSACTION_REPEATABLE_READ, c -> {
                    read(c);
                    c.setAutoCommit(false);
                }))
                .isFalse();
    }
}
