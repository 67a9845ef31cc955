// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientListener;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Row;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.pool.ConnectionPool;
import io.handlersocket.client.internal.transport.shared.EmbeddedConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A user who completes a stage ends the wait. What became of a lookup that was sent is counted all the same. */
class UserCompletionTest {

    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    enum Way {
        CANCEL(stage -> stage.cancel(true)),
        OR_TIMEOUT(stage -> stage.completeExceptionally(new TimeoutException())),
        COMPLETE_ON_TIMEOUT(stage -> stage.complete(Optional.empty()));

        @SuppressWarnings("ImmutableEnumChecker") // the actions capture nothing
        private final Consumer<CompletableFuture<Optional<Row>>> action;

        Way(Consumer<CompletableFuture<Optional<Row>>> action) {
            this.action = action;
        }
    }

    private final ConnectionPool pool = new ConnectionPool(
            "unit", new ConnectionLimits(1_000, 10, 10, 1_000, 0, HOUR), null, (closed, reason) -> {}, () -> {});
    private final Counters counters = new Counters();
    private final List<Boolean> events = new ArrayList<>();
    private final LookupContext context = new LookupContext(
            pool,
            counters,
            closed -> {},
            new LookupEvents(
                    "unit",
                    new ClientListener() {
                        @Override
                        public void completed(IndexSpec index, long nanos, int batch, boolean failed) {
                            events.add(failed);
                        }
                    },
                    Long.MAX_VALUE),
            new UserStages(null, pool.io()),
            HOUR,
            HOUR);
    private final OpenedIndex index = Tables.opened(Tables.index("PRIMARY", true, "player"));
    private final EmbeddedConnection server = new EmbeddedConnection(1, 10, 1_000, 3_600_000);

    @BeforeEach
    void open() {
        server.open(index.wire());
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private FindRequest find(int key) {
        Object[] values = {key};
        FindRequest request =
                requireNonNull(FindRequest.of(new LookupScope(context, index), values, System.nanoTime()));
        server.connection().submit(request);
        server.turn();
        return request;
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerIsCounted(Way way) {
        way.action.accept(find(5));
        assertThat(events).isEmpty();
        server.receive("0\t3\t1\t5\t9\n");
        assertThat(counters.found().sum()).isEqualTo(1);
        assertThat(events).containsExactly(false);
    }

    @ParameterizedTest
    @EnumSource
    void aFailureIsCountedAndOpensTheCircuit(Way way) {
        for (int i = 0; i < 3; i++) {
            EmbeddedConnection silent = new EmbeddedConnection(1, 10, 1_000, 3_600_000);
            silent.open(index.wire());
            FindRequest request = requireNonNull(
                    FindRequest.of(new LookupScope(context, index), new Object[] {5}, System.nanoTime()));
            silent.connection().submit(request);
            silent.turn();
            way.action.accept(request);
            silent.disconnect();
        }
        assertThat(counters.failed().sum()).isEqualTo(3);
        assertThat(events).containsExactly(true, true, true);
        assertThat(pool.circuit().state()).isEqualTo(CircuitState.OPEN);
    }

    @ParameterizedTest
    @EnumSource
    void aLookupThatWaitsIsNotSent(Way way) {
        FindRequest first = find(5);
        server.discardFlushes();
        way.action.accept(find(6));
        FindRequest last = find(7);
        server.receive("0\t3\t1\t5\t9\n");
        assertThat(first.join()).isPresent();
        assertThat(server.flushes()).containsExactly("7\t=\t1\t7\n");
        server.receive("0\t3\n");
        assertThat(last.join()).isEmpty();
        assertThat(events).containsExactly(false, false);
    }
}
