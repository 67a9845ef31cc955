// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import static io.handlersocket.writes.internal.WriteFixture.TABLE;
import static io.handlersocket.writes.internal.WriteFixture.encode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.Key;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.shared.EmbeddedConnection;
import io.handlersocket.writes.Write;
import io.handlersocket.writes.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many writes are sent together, and how answers are read. */
class WriteBatchTest {

    private final EmbeddedConnection server = new EmbeddedConnection();
    private final WriteBatch batch = new WriteBatch(server.connection());

    private void add(PendingWrite... writes) {
        OpenedIndex opened = TABLE.opened(writes[0].target(), 0);
        server.open(opened.wire());
        for (PendingWrite write : writes) {
            batch.add(write, opened);
        }
    }

    private List<WriteResult> send(String answer) {
        List<List<WriteResult>> results = new ArrayList<>();
        batch.send(batch.request(server.time().getAsLong(), 60_000_000_000L), () -> results.add(batch.results()));
        server.discardFlushes();
        server.receive(answer);
        assertThat(results).hasSize(1);
        return results.get(0);
    }

    private WriteResult answer(Write write, String answer) {
        add(encode(TABLE, write));
        return send(answer).get(0);
    }

    @Test
    void aBatchEndsBeforeTheServerWouldReadItInTwoParts() {
        assertThat(batch.hasRoomFor(WriteFixture.write(WriteFixture.increment().target(), 1 << 20, id -> new byte[0])))
                .as("alone, of any length")
                .isTrue();
        add(WriteFixture.increment());
        assertThat(batch.hasRoomFor(WriteFixture.increment())).isTrue();
        assertThat(batch.hasRoomFor(WriteFixture.write(WriteFixture.increment().target(), 16_384, id -> new byte[0])))
                .isFalse();
    }

    @Test
    void aBatchHasAtMost256Writes() {
        for (int i = 0; i < 256; i++) {
            PendingWrite small = WriteFixture.write(WriteFixture.increment().target(), 1, id -> new byte[0]);
            assertThat(batch.hasRoomFor(small)).isTrue();
            batch.add(small, TABLE.opened(small.target(), 0));
        }
        assertThat(batch.hasRoomFor(WriteFixture.write(WriteFixture.increment().target(), 1, id -> new byte[0])))
                .isFalse();
    }

    @Test
    void anInsertIsAnsweredWithAGeneratedIdOrNone() {
        WriteResult.Applied generated = answer(Write.insert(Map.of("id", 1)), "0\t1\t18446744073709551615\n")
                .orThrow();
        assertThat(generated.rows()).isEqualTo(1);
        assertThat(generated.generatedId()).hasValue(-1L); // of BIGINT UNSIGNED
    }

    @ParameterizedTest
    @ValueSource(strings = {"0\t1\n", "0\t1\t0\n"})
    void noIdWasGenerated(String answer) {
        assertThat(answer(Write.insert(Map.of("id", 1)), answer).orThrow().generatedId())
                .isEmpty();
    }

    @Test
    void anOldRowIsReadByTheColumnsOfTheTarget() {
        WriteResult.Applied applied = answer(Write.increment(Key.of(1), "n", 1).returningOldRow(), "0\t1\t41\n")
                .orThrow();
        assertThat(applied.oldRow().orElseThrow().getInt("n")).isEqualTo(41);
    }

    @Test
    void noRowHadTheKey() {
        assertThat(answer(Write.delete(Key.of(1)).returningOldRow(), "0\t2\n").orThrow())
                .satisfies(applied -> assertThat(applied.rows()).isZero())
                .satisfies(applied -> assertThat(applied.oldRow()).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0\t1\n", "0\t2\t1\n", "0\t1\t2\n", "0\t1\t1\t1\n"})
    void anAnswerToAnotherRequestIsUnknownAndClosesTheConnection(String answer) {
        assertThat(answer(Write.delete(Key.of(1)), answer))
                .isInstanceOfSatisfying(
                        WriteResult.Unknown.class,
                        unknown -> assertThat(unknown.why()).isInstanceOf(ProtocolException.class));
        assertThat(server.connection().isClosed()).isTrue();
    }

    @Test
    void ifOneAnswerIsMissingNoWriteOfTheBatchIsCalledApplied() {
        add(WriteFixture.increment(), WriteFixture.increment(), WriteFixture.increment());
        List<List<WriteResult>> results = new ArrayList<>();
        batch.send(batch.request(server.time().getAsLong(), 60_000_000_000L), () -> results.add(batch.results()));
        server.discardFlushes();
        server.receive("0\t1\t1\n1\t1\t121\n");
        server.disconnect();
        assertThat(results.get(0))
                .extracting(Object::getClass)
                .containsExactly(WriteResult.Unknown.class, WriteResult.Refused.class, WriteResult.Unknown.class);
    }

    @Test
    void aRequestThatEndsBeforeItsLinesHasNoResults() {
        add(WriteFixture.increment(), WriteFixture.increment());
        Request<?> request = batch.request(server.time().getAsLong(), 60_000_000_000L);
        request.completeExceptionally(new IllegalStateException("made up"));
        assertThatThrownBy(batch::results).isInstanceOf(IllegalStateException.class);
        assertThat(batch.unreadable(new IllegalStateException("made up")))
                .hasSize(2)
                .allSatisfy(one -> assertThat(one).isInstanceOf(WriteResult.Unknown.class));
    }
}
