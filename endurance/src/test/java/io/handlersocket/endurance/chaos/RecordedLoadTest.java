// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.endurance.history.Anomaly;
import io.handlersocket.endurance.history.Journal;
import io.handlersocket.endurance.history.Write;
import io.handlersocket.spring.LookupRoute;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.SimpleTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The checker of histories finds what the load of a chaos run is answered wrongly: the readers and the writer are those
 * of the run, only the database is made up.
 */
class RecordedLoadTest {

    private static final int READS = 60;
    private static final int WRITES = 120;

    @TempDir
    Path folder;

    private final long[] revisions = new long[Rows.ITEMS + 1];
    private Board board;
    private TableHistory tables;

    /** What all reads of an item return. */
    private IntFunction<Item> row = id -> item(id, revisions[id], revisions[id]);

    /** What a read of a draft returns. */
    private IntFunction<Optional<Draft>> draft = id -> Optional.of(draft(id));

    private final FixedRoute routes = new FixedRoute();

    /** What becomes of an UPDATE. */
    private Runnable statement = () -> {};

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

    private Object items(Method method, Object argument) {
        return switch (method.getName()) {
            case "findById" -> Optional.of(row.apply((int) argument));
            case "findAllById" -> rows((List<?>) argument);
            default ->
                rows(IntStream.range(0, Rows.ITEMS_OF_A_SLOT)
                        .map(i -> (int) argument * Rows.ITEMS_OF_A_SLOT + i)
                        .filter(id -> id >= 1 && id <= Rows.ITEMS)
                        .boxed()
                        .toList());
        };
    }

    private List<Item> rows(List<?> ids) {
        return ids.stream().map(id -> row.apply((int) id)).toList();
    }

    /** The parameters of an UPDATE begin with the revision, the text and the item. */
    private int update(Object[] parameters) {
        statement.run();
        revisions[(int) parameters[2]] = (long) parameters[0];
        return 1;
    }

    private static <T> T madeUp(Class<T> type, InvocationHandler calls) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
    }

    private Workload load() {
        return new Workload(
                madeUp(Items.class, (proxy, method, arguments) -> items(method, arguments[0])),
                madeUp(Drafts.class, (proxy, method, arguments) -> draft.apply((int) arguments[0])),
                madeUp(JdbcOperations.class, (proxy, method, arguments) -> update((Object[]) arguments[1])),
                new TransactionTemplate(new MadeUpTransactions()),
                routes,
                new Findings(),
                board,
                folder,
                0,
                1);
    }

    /** Transactions without a database. */
    private final class MadeUpTransactions implements PlatformTransactionManager {

        @Override
        public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
            return new SimpleTransactionStatus();
        }

        @Override
        public void commit(TransactionStatus status) {
            commit.run();
        }

        @Override
        public void rollback(TransactionStatus status) {}
    }

    private void write(int times) {
        run(new ItemWriter(load(), new Random(1), nanos -> {}), times);
    }

    private void read() {
        run(new ItemReader(load(), new Random(2), nanos -> {}), READS);
    }

    private static void run(Runnable step, int times) {
        for (int i = 0; i < times; i++) {
            step.run();
        }
    }

    private HistoryResult result() throws Exception {
        return HistoryResult.of(folder);
    }

    /** Only these anomalies are found, and they are problems of the run. */
    private void finds(Anomaly... anomalies) throws Exception {
        HistoryResult result = result();
        Set<Anomaly> found = EnumSet.noneOf(Anomaly.class);
        result.anomalies().forEach((each, count) -> {
            if (count > 0) {
                found.add(each);
            }
        });
        assertThat(found).as("%s", result).containsExactlyInAnyOrder(anomalies);
        assertThat(result.problems()).first().asString().contains(anomalies[0].name());
        assertThat(result.markdown())
                .contains("| " + anomalies[0] + " | " + result.anomalies().get(anomalies[0]) + " |");
    }

    @Test
    void tellsReadsOverJdbcFromOthers() throws Exception {
        read();
        long fast = result().fastReads();
        routes.route = LookupRoute.JDBC;
        read();
        HistoryResult result = result();
        assertThat(result.problems()).isEmpty();
        assertThat(fast).isEqualTo(result.fastReads()).isPositive().isLessThan(result.reads());
    }

    @Test
    void findsNothingInRightAnswers() throws Exception {
        read();
        write(WRITES);
        read();
        tables.emptying(1);
        tables.wasEmptied(1);
        HistoryResult result = result();
        assertThat(result.problems()).isEmpty();
        assertThat(result.reads()).isGreaterThan(2 * READS).isEqualTo(result.fastReads());
        assertThat(result.committed()).isGreaterThan(Rows.ITEMS + Rows.DRAFTS + WRITES);
        assertThat(result.unknown()).isZero();
    }

    @Test
    void findsAnOldRow() throws Exception {
        write(WRITES);
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
        finds(Anomaly.MIXED_UP, Anomaly.MISSING);
    }

    @Test
    void findsAMissingRow() throws Exception {
        tables.emptying(1);
        tables.wasEmptied(1);
        tables.showing(1);
        tables.shown(1);
        draft = id -> Optional.empty();
        read();
        finds(Anomaly.MISSING);
    }

    /** The outcome of a COMMIT that throws is unknown. Once a read has shown its row, the row before it is stale. */
    @Test
    void aCommitThatFailsIsOpenUntilARowShowsIt() throws Exception {
        commit = () -> {
            throw new IllegalStateException("connection lost");
        };
        write(WRITES);
        read();
        assertThat(result().unknown()).isPositive();
        assertThat(result().problems()).isEmpty();
        row = id -> item(id, 0, 0);
        read();
        finds(Anomaly.STALE);
    }

    /** A write that the server has refused is seen by no reader. */
    @Test
    void findsARefusedWrite() throws Exception {
        statement = () -> {
            throw new UncategorizedSQLException("write", "UPDATE", new SQLException("read_only", "HY000", 1290));
        };
        write(WRITES);
        read();
        assertThat(result().problems()).isEmpty();
        row = id -> item(id, board.begun(id), board.begun(id));
        read();
        HistoryResult result = result();
        assertThat(result.anomalies().get(Anomaly.ROLLED_BACK)).isPositive();
    }

    /** The other half of a transaction is of a moment before it. */
    @Test
    void findsHalfATransaction() throws Exception {
        Journal journal = Journal.create(folder);
        List<Write> pair = List.of(Histories.itemWritten(5, 9, 6, 9), Histories.itemWritten(6, 9, 5, 9));
        pair.forEach(write -> journal.ending(write, System.nanoTime()));
        row = id -> id == 5 ? item(id, 9, 9) : item(id, 0, 0);
        new ItemReader(load(), new SlotOfFive()).run();
        journal.close();
        finds(Anomaly.FRACTURED);
    }

    /** A choice of the slot of item 5. */
    private static final class SlotOfFive extends Random {

        private static final long serialVersionUID = 1L;

        @Override
        public int nextInt(int bound) {
            return bound == Rows.ITEMS ? 5 - 1 : 15; // the item, then the kind of read
        }
    }
}
