// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import io.handlersocket.client.internal.transport.shared.EmbeddedConnection;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The reply names no key that has no row, so each row is given to the next key that it equals. */
class MultiGetRequestTest {

    private static final long HOUR = 3_600_000_000_000L;

    private final ConnectionPool pool = new ConnectionPool(
            "unit",
            new ConnectionLimits(1_000, 10, 10, 1_000, 0, HOUR),
            null,
            (closed, reason) -> {},
            () -> {},
            System::nanoTime);
    private final LookupContext context =
            new LookupContext(pool, closed -> {}, Tables.SILENT, () -> false, new UserStages(null, pool.io()), HOUR);
    private final OpenedIndex byPlayer = Tables.opened(Tables.index("PRIMARY", true, "player"));

    @AfterEach
    void close() {
        pool.close();
    }

    /** The scores that the request finds, null for none; each row is guild, player, score. */
    private List<Integer> scores(String reply, int... players) {
        long[] numbers = Arrays.stream(players).asLongStream().toArray();
        List<Integer> scores = scores(reply, new MultiKeys.Numbers(numbers, 0, numbers.length));
        assertThat(scores(reply, encoded(players))).as("the same keys as bytes").isEqualTo(scores);
        return scores;
    }

    private static MultiKeys encoded(int... players) {
        return new MultiKeys.Encoded(Arrays.stream(players)
                .mapToObj(player -> Integer.toString(player).getBytes(ISO_8859_1))
                .toList());
    }

    private List<Integer> scores(String reply, MultiKeys keys) {
        EmbeddedConnection server = new EmbeddedConnection();
        server.open(byPlayer.wire());
        MultiGetRequest request = new MultiGetRequest(context, byPlayer, keys, List.of(), System.nanoTime());
        server.connection().submit(request);
        server.discardFlushes();
        server.receive(reply.replace(' ', '\t') + '\n');
        return request.join().stream()
                .map(row -> row.map(found -> found.intAt(2)).orElse(null))
                .toList();
    }

    @Test
    void oneLineHoldsAllKeys() {
        MultiKeys numbers = new MultiKeys.Numbers(new long[] {4, 5, 6, 7}, 1, 3);
        for (MultiKeys keys : List.of(numbers, encoded(5, 6))) {
            assertThat(new String(LookupLines.multiGet(byPlayer, keys, List.of()), ISO_8859_1))
                    .isEqualTo("7\t=\t1\t5\t2\t0\t@\t0\t2\t5\t6\n");
        }
    }

    @Test
    void rowsGoToTheirKeysInOrder() {
        assertThat(scores("0 3 1 5 50 1 6 60", 5, 6)).containsExactly(50, 60);
        assertThat(scores("0 3 1 6 60", 5, 6, 7)).containsExactly(null, 60, null);
        assertThat(scores("0 3", 5, 6)).containsExactly(null, null);
        assertThat(context.counters().found().sum()).isEqualTo(6);
        assertThat(context.counters().missed().sum()).isEqualTo(8);
    }

    @Test
    void aRowThatEqualsNoKeyIsTheReplyToAnotherRequest() {
        for (String other : List.of("0 3 1 8 80", "0 3 1 6 60 1 5 50", "0 3 1 5 50 1 5 50")) {
            assertThatThrownBy(() -> scores(other, 5, 6)).as(other).hasCauseInstanceOf(HandlerSocketException.class);
        }
        assertThatThrownBy(() -> scores("0 3 1 8 80", 5, 6)).hasCauseInstanceOf(ProtocolException.class);
    }
}
