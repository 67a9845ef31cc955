// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.Key;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.Write;
import io.handlersocket.client.WriteResult;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.catalog.DefaultIndexDefinition;
import io.handlersocket.client.internal.catalog.DefaultIndexPart;
import io.handlersocket.client.internal.catalog.DefaultTable;
import io.handlersocket.client.internal.transport.EmbeddedConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a round, by what the server answers to its members. */
class WriteQueueTest {

    private static final ServerFacts SERVER = CatalogFixture.SERVER;
    private static final WriteTable TABLE = new WriteTable(
            new DefaultTable(
                    new TableName("s", "t"),
                    "BASE TABLE",
                    "InnoDB",
                    false,
                    List.of(column("id"), column("n")),
                    List.of(new DefaultIndexDefinition(
                            "PRIMARY", true, "BTREE", List.of(new DefaultIndexPart("id", 0, false))))),
            "PRIMARY",
            Map.of("id", new WriteTable.Rule(false, null, false), "n", new WriteTable.Rule(false, null, false)),
            SERVER);

    private final EmbeddedConnection server = new EmbeddedConnection();
    private final List<String> wakes = new ArrayList<>();
    private final WriteQueue queue = new WriteQueue("test", 100, TimeUnit.MINUTES.toNanos(1), () -> wakes.add("wake"));
    private final DefaultWriteIndex index = new DefaultWriteIndex(TABLE, queue, () -> false, null);

    private static Column column(String name) {
        return CatalogFixture.column(name, "int", true);
    }

    @BeforeEach
    void open() {
        WriteShape shape = prepared().shape();
        OpenedIndex opened = TABLE.opened(shape, 0);
        server.open(opened.wire());
        queue.connect(server.connection());
        queue.open(Map.of(shape, new WriteQueue.Open(opened, TABLE)));
    }

    private static PreparedWrite prepared() {
        return PreparedWrite.of(TABLE, Write.increment(Key.of(1), "n", 1));
    }

    private List<CompletableFuture<WriteResult>> write(int count) {
        List<PendingWrite> writes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            writes.add(new PendingWrite(index, TABLE, prepared()));
        }
        queue.submit(writes);
        server.turn();
        return List.copyOf(writes);
    }

    private static Class<?> kind(CompletableFuture<WriteResult> write) {
        return write.getNow(new WriteResult.Unknown(new ServerErrorException("unanswered", 0, "")))
                .getClass();
    }

    @ParameterizedTest
    @ValueSource(strings = {"121", "151", "152", "167"})
    void anErrorOfOneWriteIsItsOwn(String error) {
        List<CompletableFuture<WriteResult>> writes = write(3);
        server.receive("0\t1\t1\n1\t1\t" + error + "\n0\t1\t1\n");

        assertThat(writes)
                .extracting(WriteQueueTest::kind)
                .containsExactly(WriteResult.Applied.class, WriteResult.Refused.class, WriteResult.Applied.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"146", "149", "200", "11"})
    void anErrorThatCanHaveUndoneTheRoundMakesAllOfItUnknown(String error) {
        List<CompletableFuture<WriteResult>> writes = write(3);
        server.receive("0\t1\t1\n0\t1\t1\n");
        assertThat(writes).as("nobody hears of his before all are answered").noneMatch(CompletableFuture::isDone);
        server.receive("1\t1\t" + error + "\n");

        assertThat(writes)
                .allSatisfy(one -> assertThat(one.join())
                        .isInstanceOfSatisfying(
                                WriteResult.Unknown.class,
                                unknown -> assertThat(unknown.why())
                                        .isInstanceOfSatisfying(
                                                ServerErrorException.class,
                                                e -> assertThat(e.error()).isEqualTo(error))));
        assertThat(server.connection().isClosed()).isFalse();
    }

    @Test
    void aRoundThatCannotBeMadeIsRefusedAndTheNextIsSent() {
        List<CompletableFuture<WriteResult>> first = write(1); // so that what follows waits together
        PreparedWrite broken = new PreparedWrite(prepared().shape(), PreparedWrite.Kind.MODIFY, 10_000, id -> {
            throw new OutOfMemoryError("made up");
        });
        PendingWrite failing = new PendingWrite(index, TABLE, broken);
        PendingWrite behind = new PendingWrite(
                index,
                TABLE,
                new PreparedWrite(
                        broken.shape(),
                        PreparedWrite.Kind.MODIFY,
                        10_000,
                        prepared().line()));
        queue.submit(List.of(failing, behind)); // too long for one round
        server.receive("0\t1\t1\n");
        assertThat(kind(first.get(0))).isEqualTo(WriteResult.Applied.class);

        assertThat(failing.join())
                .isInstanceOfSatisfying(
                        WriteResult.Refused.class,
                        refused -> assertThat(refused.why()).hasRootCauseInstanceOf(OutOfMemoryError.class));
        server.turn();
        server.receive("0\t1\t1\n");
        assertThat(kind(behind)).isEqualTo(WriteResult.Applied.class);
        assertThat(queue.isBusy()).isFalse();
    }

    @Test
    void whoWaitsForQuietWaitsUntilTheRoundIsAnsweredAndNothingFollowsIt() throws Exception {
        write(1);
        List<CompletableFuture<WriteResult>> next = write(1);
        queue.disconnect();
        assertThat(queue.awaitIdle(TimeUnit.MILLISECONDS.toNanos(1))).isFalse();
        CompletableFuture<Boolean> quiet =
                CompletableFuture.supplyAsync(() -> queue.awaitIdle(TimeUnit.SECONDS.toNanos(20)));

        server.receive("0\t1\t1\n");

        assertThat(quiet.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(next.get(0)).isNotDone();
        assertThat(wakes).isNotEmpty();
        queue.close(new UnavailableException(UnavailableException.Reason.CLOSED, "enough"));
        assertThat(kind(next.get(0))).isEqualTo(WriteResult.Refused.class);
    }
}
