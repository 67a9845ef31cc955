// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.concurrent.ManualTime;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.transport.shared.EmbeddedConnection;
import io.handlersocket.writes.WriteResult;
import io.handlersocket.writes.WriteSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When batches are sent, and what each write of a batch is told. */
class WriteQueueTest {

    private static final WriteTarget TARGET = WriteFixture.increment().target();
    private static final WriteTarget ELSEWHERE = new WriteTarget(new TableName("s", "other"), "PRIMARY", List.of("n"));

    private final EmbeddedConnection server = new EmbeddedConnection();
    private final ManualTime time = server.time();
    private final List<String> wakes = new ArrayList<>();
    private final WriteQueue queue = queue(TimeUnit.MINUTES.toNanos(1));

    private WriteQueue queue(long timeoutNanos) {
        return new WriteQueue("test", 100, timeoutNanos, () -> wakes.add("wake"), time);
    }

    @BeforeEach
    void open() {
        OpenedIndex opened = WriteFixture.TABLE.opened(TARGET, 0);
        server.open(opened.wire());
        queue.connect(server.connection());
        queue.open(Map.of(TARGET, new WriteQueue.OpenTarget(opened, WriteFixture.TABLE)));
    }

    private List<CompletableFuture<WriteResult>> write(int count) {
        return submit(Stream.generate(this::increment).limit(count).toList());
    }

    private PendingWrite increment() {
        return WriteFixture.increment(time.getAsLong());
    }

    private PendingWrite elsewhere() {
        return WriteFixture.write(ELSEWHERE, 10, id -> new byte[0], time.getAsLong());
    }

    private List<CompletableFuture<WriteResult>> submit(List<PendingWrite> writes) {
        queue.submit(writes);
        server.turn();
        return writes.stream().map(PendingWrite::result).toList();
    }

    private static Class<?> kind(CompletableFuture<WriteResult> write) {
        assertThat(write).isDone();
        return write.join().getClass();
    }

    @ParameterizedTest
    @ValueSource(strings = {"121", "151", "152", "167"})
    void anErrorOfOneWriteConcernsNoOther(String error) {
        List<CompletableFuture<WriteResult>> writes = write(3);
        server.receive("0\t1\t1\n1\t1\t" + error + "\n0\t1\t1\n");

        assertThat(writes)
                .extracting(WriteQueueTest::kind)
                .containsExactly(WriteResult.Applied.class, WriteResult.Refused.class, WriteResult.Applied.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"146", "149", "200", "11"})
    void anErrorThatCanHaveUndoneTheBatchMakesEveryResultUnknown(String error) {
        List<CompletableFuture<WriteResult>> writes = write(3);
        server.receive("0\t1\t1\n0\t1\t1\n");
        assertThat(writes).as("before the last answer").noneMatch(CompletableFuture::isDone);
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
    void aBatchThatCannotBeEncodedIsRefusedAndTheNextIsSent() {
        List<CompletableFuture<WriteResult>> first = write(1); // so that the others wait together
        PendingWrite failing = WriteFixture.write(
                TARGET,
                10_000,
                id -> {
                    throw new OutOfMemoryError("made up");
                },
                time.getAsLong());
        PendingWrite later =
                WriteFixture.write(TARGET, 10_000, id -> increment().line(id), time.getAsLong());
        queue.submit(List.of(failing, later)); // too long for one batch
        server.receive("0\t1\t1\n");
        assertThat(kind(first.get(0))).isEqualTo(WriteResult.Applied.class);

        assertThat(failing.result().join())
                .isInstanceOfSatisfying(
                        WriteResult.Refused.class,
                        refused -> assertThat(refused.why()).hasRootCauseInstanceOf(OutOfMemoryError.class));
        server.turn();
        server.receive("0\t1\t1\n");
        assertThat(kind(later.result())).isEqualTo(WriteResult.Applied.class);
        assertThat(queue.isBusy()).isFalse();
    }

    @Test
    void aBatchWhoseResultsCannotBeReadDoesNotStopTheQueue() {
        server.atEnd(() -> {
            throw new IllegalStateException("made up");
        });
        List<CompletableFuture<WriteResult>> first = write(1);
        List<CompletableFuture<WriteResult>> next = write(1);

        server.receive("0\t2\t1\n"); // malformed: the connection closes

        assertThat(kind(first.get(0))).isEqualTo(WriteResult.Unknown.class);
        assertThat(queue.isBusy()).isFalse();
        assertThat(wakes).as("the next write needs a connection").isNotEmpty();
        queue.refuseAll(new UnavailableException(UnavailableException.Reason.CLOSED, "enough"));
        assertThat(kind(next.get(0))).isEqualTo(WriteResult.Refused.class);
    }

    @Test
    void whatIsQueuedAfterTheEndOfAnOrderIsNotRefused() {
        write(1); // in flight, so that the next one waits
        List<CompletableFuture<WriteResult>> waiting = write(1);
        UnavailableException why = new UnavailableException(UnavailableException.Reason.DRAINED, "made up");

        queue.refuseWhile(() -> false, why);
        assertThat(waiting.get(0)).isNotDone();

        queue.refuseWhile(() -> true, why);
        assertThat(kind(waiting.get(0))).isEqualTo(WriteResult.Refused.class);
    }

    @Test
    void theNextBatchLeavesBeforeTheStagesOfRefusedWritesRun() {
        List<CompletableFuture<WriteResult>> first = write(1);
        PendingWrite refused = elsewhere();
        submit(List.of(refused));
        List<CompletableFuture<WriteResult>> next = write(1);
        List<Boolean> sent = new ArrayList<>();
        refused.result().thenRun(() -> sent.add(queue.isBusy()));
        server.receive("0\t1\t1\n");
        assertThat(kind(first.get(0))).isEqualTo(WriteResult.Applied.class);
        assertThat(queue.isBusy()).as("writes are sent in order").isFalse();

        queue.refuse(ELSEWHERE.table(), new UnavailableException(UnavailableException.Reason.QUARANTINED, "made up"));

        assertThat(sent).as("whether the next batch had left").containsExactly(true);
        server.turn();
        server.receive("0\t1\t1\n");
        assertThat(kind(next.get(0))).isEqualTo(WriteResult.Applied.class);
    }

    @Test
    void theNextBatchLeavesBeforeTheStagesOfLateWritesRun() {
        WriteQueue impatient = queue(TimeUnit.MILLISECONDS.toNanos(20));
        impatient.connect(server.connection());
        impatient.open(
                Map.of(TARGET, new WriteQueue.OpenTarget(WriteFixture.TABLE.opened(TARGET, 0), WriteFixture.TABLE)));
        PendingWrite late = elsewhere();
        List<Boolean> sent = new ArrayList<>();
        late.result().thenRun(() -> sent.add(impatient.isBusy()));
        impatient.submit(List.of(late));
        time.advanceMillis(20);

        impatient.submit(List.of(increment()));

        assertThat(late.result()).isDone();
        assertThat(late.result().join())
                .isInstanceOfSatisfying(
                        WriteResult.Refused.class,
                        refused -> assertThat(refused.why()).isInstanceOf(RequestTimeoutException.class));
        assertThat(sent).as("whether the next batch had left").containsExactly(true);
    }

    @Test
    void aWriteThatHasWaitedForTheTimeoutIsNotSentWhenAConnectionComes() {
        WriteQueue impatient = queue(TimeUnit.MILLISECONDS.toNanos(20));
        PendingWrite late = increment();
        impatient.submit(List.of(late));
        time.advanceMillis(20);
        impatient.connect(server.connection());
        impatient.open(
                Map.of(TARGET, new WriteQueue.OpenTarget(WriteFixture.TABLE.opened(TARGET, 0), WriteFixture.TABLE)));

        assertThat(kind(late.result())).isEqualTo(WriteResult.Refused.class);
        assertThat(impatient.isBusy()).isFalse();
    }

    /** A thread can be suspended between the encoding of a write and its submission. */
    @Test
    void aWriteThatWasSubmittedLateFailsAtItsOwnDeadline() {
        WriteQueue impatient = queue(TimeUnit.SECONDS.toNanos(60));
        PendingWrite first = increment();
        PendingWrite older = startedBefore(TimeUnit.SECONDS.toNanos(61));
        impatient.submit(List.of(first));
        impatient.submit(List.of(older));

        impatient.expire();

        assertThat(first.result()).isNotDone();
        assertThat(kind(older.result())).isEqualTo(WriteResult.Refused.class);
        assertThat(impatient.snapshot(List.of()).waiting()).isEqualTo(1);
    }

    @Test
    void aLateWriteIsNotSentWithThoseBeforeIt() {
        write(1); // so that the others wait together
        PendingWrite first = increment();
        PendingWrite older = startedBefore(TimeUnit.MINUTES.toNanos(2));
        queue.submit(List.of(first, older));

        server.receive("0\t1\t1\n");

        assertThat(kind(older.result())).isEqualTo(WriteResult.Refused.class);
        server.turn();
        server.receive("0\t1\t1\n");
        assertThat(kind(first.result())).isEqualTo(WriteResult.Applied.class);
    }

    @Test
    void theWritesAfterALateOneAreSentBeforeItsStagesRun() {
        PendingWrite late = startedBefore(elsewhere(), TimeUnit.MILLISECONDS.toNanos(60_000 - 300));
        List<Boolean> sent = new ArrayList<>();
        late.result().thenRun(() -> sent.add(queue.isBusy()));
        submit(List.of(late));
        List<CompletableFuture<WriteResult>> next = write(1);
        time.advanceMillis(299);
        queue.expire();
        assertThat(late.result()).isNotDone();
        time.advanceMillis(1);

        queue.expire();

        assertThat(kind(late.result())).isEqualTo(WriteResult.Refused.class);
        assertThat(sent).as("whether the next batch had left").containsExactly(true);
        server.turn();
        server.receive("0\t1\t1\n");
        assertThat(kind(next.get(0))).isEqualTo(WriteResult.Applied.class);
    }

    /** A stage can block the thread that expires writes. */
    @Test
    void aLateWriteIsRefusedByTheNextSubmissionThoughNothingCanBeSent() {
        write(1); // in flight
        PendingWrite late = startedBefore(TimeUnit.MINUTES.toNanos(2));
        submit(List.of(late));
        assertThat(kind(late.result())).isEqualTo(WriteResult.Refused.class);

        queue.disconnect();
        PendingWrite unconnected = startedBefore(TimeUnit.MINUTES.toNanos(2));
        submit(List.of(unconnected));
        assertThat(kind(unconnected.result())).isEqualTo(WriteResult.Refused.class);
    }

    private PendingWrite startedBefore(long nanos) {
        return startedBefore(increment(), nanos);
    }

    private PendingWrite startedBefore(PendingWrite now, long nanos) {
        return new PendingWrite(
                now.table(),
                now.newest(),
                now.target(),
                now.answer(),
                now.maxBytes(),
                now.encoder(),
                now.startNanos() - nanos,
                now.result());
    }

    @Test
    void aWriteThatWasEncodedForAnotherDefinitionIsRefusedAndItsIndexToldTheNewOne() {
        WriteTable changed = WriteFixture.table(
                Map.of(), WriteFixture.column("id", "int", false), WriteFixture.column("n", "int", true));
        List<WriteTable> newest = new ArrayList<>();
        queue.disconnect();
        PendingWrite stale = new PendingWrite(
                WriteFixture.TABLE,
                newest::add,
                TARGET,
                PendingWrite.Answer.ROW_COUNT,
                10,
                id -> new byte[0],
                time.getAsLong());
        submit(List.of(stale));
        assertThat(queue.missing()).containsExactly(TARGET);

        queue.connect(server.connection());
        queue.open(Map.of(TARGET, new WriteQueue.OpenTarget(changed.opened(TARGET, 0), changed)));

        assertThat(stale.result().join())
                .isInstanceOfSatisfying(
                        WriteResult.Refused.class,
                        refused ->
                                assertThat(refused.why()).hasMessageContaining("s.t.PRIMARY: the table has changed"));
        assertThat(newest).containsExactly(changed);
        assertThat(queue.idleSinceNanos()).isNotNull();
    }

    @Test
    void waitingForAnIdleQueueEndsWithTheBatchThatWasSent() throws Exception {
        write(1);
        List<CompletableFuture<WriteResult>> next = write(1);
        queue.disconnect();
        int asked = time.asked();
        CompletableFuture<Boolean> limited =
                CompletableFuture.supplyAsync(() -> queue.awaitIdle(TimeUnit.MILLISECONDS.toNanos(1)));
        time.awaitAsked(asked + 1); // when the wait began
        assertThat(limited).isNotDone();
        time.advanceMillis(1);
        assertThat(limited.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(queue.snapshot(List.of())).isEqualTo(new WriteSnapshot(false, 1, true, List.of()));
        CompletableFuture<Boolean> idle =
                CompletableFuture.supplyAsync(() -> queue.awaitIdle(TimeUnit.SECONDS.toNanos(20)));

        server.receive("0\t1\t1\n");

        assertThat(idle.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(next.get(0)).isNotDone();
        assertThat(wakes).isNotEmpty();
        queue.close(new UnavailableException(UnavailableException.Reason.CLOSED, "enough"));
        assertThat(kind(next.get(0))).isEqualTo(WriteResult.Refused.class);
        assertThat(kind(write(1).get(0))).isEqualTo(WriteResult.Refused.class);
    }

    @Test
    void moreWritesThanMayWaitAreRefusedTogether() {
        queue.disconnect();
        List<CompletableFuture<WriteResult>> waiting = write(99);
        assertThat(write(2)).allSatisfy(one -> assertThat(kind(one)).isEqualTo(WriteResult.Refused.class));
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
    }
}
