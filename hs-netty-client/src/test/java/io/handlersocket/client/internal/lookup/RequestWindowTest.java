// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.Row;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.internal.concurrent.ManualTime;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import io.handlersocket.client.internal.transport.shared.EmbeddedConnection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A call sends only as much as may be on its way, and the rest as answers come. */
class RequestWindowTest {

    private static final long HOUR = 3_600_000_000_000L;

    private final ManualTime time = new ManualTime();
    private final List<ConnectionPool> pools = new ArrayList<>();
    private final OpenedIndex byText = Tables.opened(CatalogFixture.text("k", 600));
    private final OpenedIndex byNumber = Tables.opened(CatalogFixture.column("k", "int", false));
    private EmbeddedConnection server = new EmbeddedConnection(1_000, 1_000, 10_000, 3_600_000);
    private final Queue<String> onTheWay = new ArrayDeque<>();
    private long bytes;
    private int lines;
    private LookupContext context = context(1_000);

    private LookupContext context(int maxWaiting) {
        ConnectionPool pool = new ConnectionPool(
                "unit",
                new ConnectionLimits(1_000, 1_000, maxWaiting, 10_000, 0, HOUR),
                null,
                (closed, reason) -> {},
                () -> {},
                time);
        pools.add(pool);
        server = new EmbeddedConnection(1_000, maxWaiting, 10_000, 3_600_000);
        pool.publish(List.of(server.connection()));
        return new LookupContext(pool, closed -> {}, Tables.SILENT, () -> false, new UserStages(null, pool.io()), HOUR);
    }

    @BeforeEach
    void open() {
        server.open(byText.wire());
    }

    @AfterEach
    void close() {
        pools.forEach(ConnectionPool::close);
    }

    private CompletableFuture<List<Optional<Row>>> send(OpenedIndex index, List<?> keys) {
        return new MultiGet(context, index, false).send(keys).result();
    }

    private static List<String> texts(int keys, int length) {
        return IntStream.range(0, keys)
                .mapToObj(i -> String.format("%06d", i) + "x".repeat(length - 6))
                .toList();
    }

    /** Reads what was sent. */
    private void receive() {
        for (String flush : server.flushes()) {
            flush.lines().forEach(line -> {
                onTheWay.add(line);
                bytes += line.length() + 1;
                lines++;
            });
        }
    }

    /** Answers the oldest requests, each key that ends with an even digit with a row. */
    private void answer(int count) {
        StringBuilder replies = new StringBuilder();
        for (int i = 0; i < count && !onTheWay.isEmpty(); i++) {
            String line = onTheWay.remove();
            bytes -= line.length() + 1;
            String key = line.substring(line.lastIndexOf('\t') + 1);
            boolean hit = (key.charAt(5) - '0') % 2 == 0;
            replies.append("0\t1").append(hit ? "\t" + key : "").append('\n');
        }
        server.receive(replies.toString());
    }

    private void assertSentInParts(int keys, int length, int most) {
        List<String> given = texts(keys, length);
        CompletableFuture<List<Optional<Row>>> rows = send(byText, given);
        int waits = 0;
        while (!rows.isDone()) {
            receive();
            assertThat(onTheWay.size()).isBetween(1, most);
            assertThat(bytes).isLessThan(RequestWindow.MAX_BYTES + length + 100L);
            waits += lines < keys ? 1 : 0;
            answer(17);
        }
        assertThat(waits).isPositive();
        assertThat(lines).isEqualTo(keys);
        List<Optional<Row>> found = rows.join();
        assertThat(found).hasSize(keys);
        for (int i = 0; i < keys; i++) {
            assertThat(found.get(i).map(row -> row.getString("k")))
                    .isEqualTo(i % 2 == 0 ? Optional.of(given.get(i)) : Optional.empty());
        }
    }

    @Test
    void longKeysAreBoundedByTheirBytes() {
        assertSentInParts(3_000, 600, 120);
    }

    @Test
    void shortKeysAreBoundedByTheirNumber() {
        assertSentInParts(900, 6, 256);
    }

    /** Two such calls do not fill a queue; before, one of them failed because of itself. */
    @Test
    void aCallNeverFillsTheQueue() {
        context = context(10);
        server.open(byText.wire());
        assertSentInParts(100, 6, 5);
    }

    @Test
    void linesWithManyKeysAreSentTwoAtATime() {
        server.open(byNumber.wire());
        CompletableFuture<List<Optional<Row>>> rows =
                send(byNumber, IntStream.range(0, 20_000).boxed().toList());
        int most = 0;
        while (!rows.isDone()) {
            receive();
            most = Math.max(most, onTheWay.size());
            int count = onTheWay.size();
            onTheWay.clear();
            server.receive("0\t1\n".repeat(Math.max(1, count)));
        }
        assertThat(most).isEqualTo(2);
        assertThat(lines).isBetween(8, 12);
        assertThat(rows.join()).hasSize(20_000).allMatch(Optional::isEmpty);
    }

    @Test
    void noRequestIsSentAfterAFailure() {
        CompletableFuture<List<Optional<Row>>> rows = send(byText, texts(1_000, 600));
        receive();
        int sent = lines;
        server.receive("2\t1\tmade up\n");
        onTheWay.remove();
        assertThatThrownBy(rows::join).hasCauseInstanceOf(ServerErrorException.class);
        answer(1_000);
        receive();
        assertThat(lines).isEqualTo(sent);
    }

    @Test
    void noRequestIsSentAfterTheCallerHasCancelled() {
        CompletableFuture<List<Optional<Row>>> rows = send(byText, texts(1_000, 600));
        receive();
        int sent = lines;
        rows.cancel(false);
        answer(1_000);
        receive();
        assertThat(lines).isEqualTo(sent);
        assertThat(context.counters().failed().sum()).isZero();
    }

    @Test
    void theRestFailsWhenTheConnectionIsWithdrawn() {
        CompletableFuture<List<Optional<Row>>> rows = send(byText, texts(1_000, 600));
        receive();
        context.pool().publish(List.of());
        answer(1);
        assertThatThrownBy(rows::join).hasCauseInstanceOf(UnavailableException.class);
    }

    /** The breaker lets one lookup a second pass while the server does not answer: this is one. */
    @Test
    void aCallIsOneProbe() {
        for (int i = 0; i < 3; i++) {
            context.pool().circuit().failed(new RequestTimeoutException("made up", true));
        }
        assertThatThrownBy(() -> send(byText, texts(2, 6))).isInstanceOf(UnavailableException.class);
        time.advanceMillis(999);
        assertThat(context.pool().circuit().isPassable()).isFalse();
        time.advanceMillis(1);
        assertThat(context.pool().circuit().isPassable()).isTrue();
        CompletableFuture<List<Optional<Row>>> rows = send(byText, texts(300, 600));
        while (!rows.isDone()) {
            receive();
            answer(50);
        }
        assertThat(rows.join()).hasSize(300);
        assertThat(context.pool().circuit().state()).isEqualTo(CircuitState.CLOSED);
    }

    /** The timeout of a call is that of each of its requests, from the time when it is sent. */
    @Test
    void eachRequestHasADeadlineOfItsOwn() {
        List<Long> starts = new ArrayList<>();
        RequestWindow.Parts<Optional<Row>> parts = (i, startNanos) -> {
            starts.add(startNanos);
            byte[] key = requireNonNull(LookupLines.key(byText.layout(), new Object[] {"00000" + i}));
            return new FindRequest(context, byText, key, startNanos) {
                @Override
                int weight() {
                    return RequestWindow.MAX_BYTES;
                }
            };
        };
        RequestWindow<Optional<Row>, Integer> window = new RequestWindow<>(context, 3, parts, List::size).send(false);
        for (int i = 1; i <= 3; i++) {
            receive();
            assertThat(starts).hasSize(i);
            assertThat(window.lastSentNanos()).isEqualTo(starts.get(i - 1));
            time.advanceMillis(1);
            answer(1);
            assertThat(i == 3 || starts.get(i) == time.getAsLong()).isTrue();
        }
        assertThat(window.result()).isCompletedWithValue(3);
    }
}
