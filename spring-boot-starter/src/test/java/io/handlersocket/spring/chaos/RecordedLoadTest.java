// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.spring.history.Anomaly;
import io.handlersocket.spring.history.Journal;
import io.handlersocket.spring.history.Write;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The checker of histories finds what the load of a chaos run is answered wrongly: the readers and the writer are those
 * of the run, only the database is made up.
 */
class RecordedLoadTest {

    private static final int READS = 60;

    @TempDir
    Path folder;

    private final long[] revisions = new long[Rows.ITEMS + 1];
    private Board board;
    private TableHistory tables;

    /** What {@code findBySlot} and the like return for an item. */
    private IntFunction<Item> row = id -> item(id, revisions[id], revisions[id]);

    /** What becomes of a COMMIT. */
    private Runnable commit = () -> {};

    @BeforeEach
    void theTablesAreNew() throws Exception {
        board = Board.in(folder.resolve("board"));
        tables = new TableHistory(folder);
        tables.created(System.nanoTime(), System.nanoTime());
    }

    private static Item item(int id, long revision, long revisionOfText) {
        Item item = new Item();
        ReflectionTestUtils.setField(item, "id", id);
        ReflectionTestUtils.setField(item, "slot", Rows.slot(id));
        ReflectionTestUtils.setField(item, "revision", revision);
        ReflectionTestUtils.setField(item, "text", Rows.text("item", id, revisionOfText));
        return item;
    }

    private static Draft draft(int id) {
        Draft draft = new Draft();
        ReflectionTestUtils.setField(draft, "id", id);
        ReflectionTestUtils.setField(draft, "text", Rows.text("draft", id, 0));
        return draft;
    }

    /** A repository, as Spring Data makes it. */
    private <T> T repository(Class<T> type, IntFunction<?> found) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("findById")) {
                        return Optional.of(found.apply((int) arguments[0]));
                    }
                    List<Object> rows = new ArrayList<>();
                    if (method.getName().equals("findAllById")) {
                        ((Iterable<?>) arguments[0]).forEach(id -> rows.add(found.apply((int) id)));
                        return rows;
                    }
                    int slot = (int) arguments[0];
                    for (int id = slot * Rows.ITEMS_OF_A_SLOT; id < (slot + 1) * Rows.ITEMS_OF_A_SLOT; id++) {
                        if (id >= 1 && id <= Rows.ITEMS) {
                            rows.add(found.apply(id));
                        }
                    }
                    return rows;
                }));
    }

    private Workload load() {
        JdbcTemplate jdbc = new JdbcTemplate() {
            @Override
            public int update(String sql, Object... values) {
                revisions[(int) values[2]] = (long) values[0];
                return 1;
            }
        };
        return new Workload(
                repository(Items.class, id -> row.apply(id)),
                repository(Drafts.class, RecordedLoadTest::draft),
                jdbc,
                new TransactionTemplate(new MadeUpTransactions()),
                new Routes(),
                new Findings(),
                board,
                folder,
                0,
                1);
    }

    /** Transactions without a database. */
    private final class MadeUpTransactions extends AbstractPlatformTransactionManager {

        private static final long serialVersionUID = 1L;

        @Override
        protected Object doGetTransaction() {
            return "transaction";
        }

        @Override
        protected void doBegin(
                Object transaction, org.springframework.transaction.TransactionDefinition definition) {}

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
            commit.run();
        }

        @Override
        protected void doRollback(DefaultTransactionStatus status) {}
    }

    private void write(int times) {
        run(new ItemWriter(load(), new Random(1)), times);
    }

    private void read() {
        run(new ItemReader(load(), new Random(2)), READS);
    }

    private static void run(Runnable step, int times) {
        for (int i = 0; i < times; i++) {
            step.run();
        }
    }

    private HistoryResult result() throws Exception {
        return HistoryResult.of(folder);
    }

    /** Only this anomaly is found, and it is a problem of the run. */
    private void finds(Anomaly anomaly) throws Exception {
        HistoryResult result = result();
        assertThat(result.anomalies()).allSatisfy((each, count) -> {
            if (each == anomaly) {
                assertThat(count).isPositive();
            } else {
                assertThat(count).as("%s in %s", each, result).isZero();
            }
        });
        assertThat(result.problems()).first().asString().contains(anomaly.name());
        assertThat(result.markdown()).contains("| " + anomaly + " | " + result.anomalies().get(anomaly) + " |");
    }

    @Test
    void findsNothingInRightAnswers() throws Exception {
        read();
        write(100);
        read();
        tables.emptying(1);
        tables.wasEmptied(1);
        HistoryResult result = result();
        assertThat(result.problems()).isEmpty();
        assertThat(result.reads()).isGreaterThan(2 * READS);
        assertThat(result.committed()).isGreaterThan(Rows.ITEMS + Rows.DRAFTS + 100);
        assertThat(result.unknown()).isZero();
    }

    @Test
    void findsAnOldRow() throws Exception {
        write(3_000);
        row = id -> item(id, 0, 0);
        read();
        finds(Anomaly.STALE);
    }

    @Test
    void findsARowThatWasNeverWritten() throws Exception {
        row = id -> item(id, 7, 7);
        read();
        finds(Anomaly.INVENTED);
    }

    @Test
    void findsATornRow() throws Exception {
        row = id -> item(id, 0, 1);
        read();
        finds(Anomaly.TORN);
    }

    @Test
    void findsAnotherRow() throws Exception {
        row = id -> item(id == 1 ? 2 : id - 1, 0, 0);
        read();
        finds(Anomaly.MIXED_UP);
    }

    @Test
    void findsAMissingRow() throws Exception {
        tables.emptying(1);
        tables.wasEmptied(1);
        tables.showing(1);
        tables.shown(1);
        Workload load = load();
        Workload withoutDrafts = new Workload(
                load.items(),
                Drafts.class.cast(Proxy.newProxyInstance(
                        Drafts.class.getClassLoader(),
                        new Class<?>[] {Drafts.class},
                        (proxy, method, arguments) -> Optional.empty())),
                load.jdbc(),
                load.transactions(),
                load.routes(),
                load.findings(),
                load.board(),
                load.journals(),
                0,
                1);
        run(new ItemReader(withoutDrafts, new Random(2)), READS);
        finds(Anomaly.MISSING);
    }

    /** Nobody knows whether a COMMIT that throws took effect: either answer is right, but not the one after the other. */
    @Test
    void aCommitThatFailsIsOpenUntilARowShowsIt() throws Exception {
        commit = () -> {
            throw new IllegalStateException("connection lost");
        };
        write(200);
        long[] written = revisions.clone();
        assertThat(result().unknown()).isPositive();
        read();
        row = id -> item(id, 0, 0);
        read();
        assertThat(written).isEqualTo(revisions);
        HistoryResult result = result();
        assertThat(result.anomalies().get(Anomaly.STALE)).isPositive();
    }

    /** The other half of a transaction is of a moment before it. */
    @Test
    void findsHalfATransaction() throws Exception {
        write(3_000);
        long[] whole = revisions.clone();
        Journal journal = Journal.create(folder);
        List<Write> pair =
                List.of(Histories.itemWritten(5, 9_000, 6, 9_000), Histories.itemWritten(6, 9_000, 5, 9_000));
        pair.forEach(write -> journal.ending(write, System.nanoTime()));
        row = id -> item(id, id == 5 ? 9_000 : whole[id], id == 5 ? 9_000 : whole[id]);
        run(new SlotReader(1), 1);
        journal.close();
        finds(Anomaly.FRACTURED);
    }

    /** Reads one slot until it is chosen. */
    private final class SlotReader implements Runnable {

        private final int slot;

        SlotReader(int slot) {
            this.slot = slot;
        }

        @Override
        public void run() {
            Random choices = new Random() {
                private static final long serialVersionUID = 1L;
                private boolean second;

                @Override
                public int nextInt(int bound) {
                    second = !second;
                    return second ? slot * Rows.ITEMS_OF_A_SLOT : 15; // the key, then the kind of read
                }
            };
            new ItemReader(load(), choices).run();
        }
    }
}
