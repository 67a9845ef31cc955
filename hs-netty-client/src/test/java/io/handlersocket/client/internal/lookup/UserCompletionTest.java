// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Comparison;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Key;
import io.handlersocket.client.Range;
import io.handlersocket.client.Read;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.internal.concurrent.UserFuture;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import io.handlersocket.client.internal.transport.shared.EmbeddedConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A user who completes the stage of any method ends the wait: a lookup that waits is not sent. What became of a lookup
 * that was sent is counted all the same.
 */
class UserCompletionTest {

    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    @SuppressWarnings("ImmutableEnumChecker") // the actions capture nothing
    enum Way {
        CANCEL(stage -> stage.cancel(true)),
        OR_TIMEOUT(stage -> stage.completeExceptionally(new TimeoutException())),
        COMPLETE_ON_TIMEOUT(stage -> stage.complete(null));

        private final Consumer<CompletableFuture<?>> action;

        Way(Consumer<CompletableFuture<?>> action) {
            this.action = action;
        }
    }

    private interface Sender {
        CompletionStage<?> send(LookupContext context, Index index, int key);
    }

    @SuppressWarnings("ImmutableEnumChecker") // the senders capture nothing
    enum Method {
        FIND((context, index, key) -> index.findAsync(key)),
        FIND_ALL((context, index, key) -> index.findAllAsync(List.of(key, key))),
        RANGE((context, index, key) -> index.rangeAsync(Range.equal(key))),
        RANGES((context, index, key) -> index.rangesAsync(List.of(Range.equal(key)))),
        READ_TOGETHER((context, index, key) ->
                GroupRead.readAsync(context, List.of(new Read(index, List.of(Key.of(key)), List.of(), 10))));

        private final Sender sender;

        Method(Sender sender) {
            this.sender = sender;
        }
    }

    static List<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (Method method : Method.values()) {
            for (Way way : Way.values()) {
                cases.add(Arguments.of(method, way, null));
                cases.add(Arguments.of(method, way, (Executor) Runnable::run));
            }
        }
        return cases;
    }

    private final ConnectionPool pool = new ConnectionPool(
            "unit",
            new ConnectionLimits(1_000, 10, 10, 1_000, 0, HOUR),
            null,
            (closed, reason) -> {},
            () -> {},
            System::nanoTime);
    private final List<Boolean> events = new ArrayList<>();
    private final OpenedIndex opened = Tables.opened(Tables.index("PRIMARY", true, "player"));
    private final EmbeddedConnection server = new EmbeddedConnection(1, 10, 1_000, 3_600_000);

    @AfterEach
    void close() {
        pool.close();
    }

    private LookupContext context(@Nullable Executor executor) {
        publish(List.of(server));
        return new LookupContext(
                pool,
                closed -> {},
                new ClientListener() {
                    @Override
                    public void completed(IndexSpec index, long nanos, int batch, boolean failed) {
                        events.add(failed);
                    }
                },
                () -> true,
                new UserStages(executor, pool.io()),
                HOUR);
    }

    private void publish(List<EmbeddedConnection> connections) {
        connections.forEach(connection -> connection.open(opened.wire()));
        pool.publish(connections.stream().map(EmbeddedConnection::connection).toList());
    }

    private CompletableFuture<?> send(LookupContext context, Method method, int key) {
        CompletableFuture<?> stage =
                method.sender.send(context, index(context), key).toCompletableFuture();
        assertThat(stage).as("never the request").isExactlyInstanceOf(UserFuture.class);
        return stage;
    }

    private DefaultIndex index(LookupContext context) {
        IndexState state = new IndexState(new IndexState.Name(Tables.MEMBER, "PRIMARY", true), 0);
        state.open(opened, 0);
        return new DefaultIndex(new IndexSpec(Tables.MEMBER, "PRIMARY", List.of()), state, opened, context);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anAnswerIsCounted(Method method, Way way, @Nullable Executor executor) {
        LookupContext context = context(executor);
        CompletableFuture<?> stage = send(context, method, 5);
        server.turn();
        way.action.accept(stage);
        assertThat(events).isEmpty();
        server.receive("0\t3\t1\t5\t9\n");
        assertThat(context.counters().found().sum()).isEqualTo(1);
        assertThat(events).containsExactly(false);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aFailureIsCountedAndOpensTheCircuit(Method method, Way way, @Nullable Executor executor) {
        LookupContext context = context(executor);
        List<EmbeddedConnection> silent = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            silent.add(new EmbeddedConnection(1, 10, 1_000, 3_600_000));
        }
        publish(silent);
        for (int i = 0; i < 3; i++) {
            CompletableFuture<?> stage = send(context, method, 5);
            EmbeddedConnection asked = silent.stream()
                    .filter(connection -> !connection.flushes().isEmpty())
                    .findFirst()
                    .orElseThrow();
            way.action.accept(stage);
            asked.disconnect();
        }
        assertThat(context.counters().failed().sum()).isEqualTo(3);
        assertThat(events).containsExactly(true, true, true);
        assertThat(pool.circuit().state()).isEqualTo(CircuitState.OPEN);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aLookupThatWaitsIsNotSent(Method method, Way way, @Nullable Executor executor) {
        LookupContext context = context(executor);
        CompletableFuture<?> first = send(context, Method.FIND, 5);
        server.discardFlushes();
        way.action.accept(send(context, method, 6));
        CompletableFuture<?> last = send(context, Method.FIND, 7);
        server.receive("0\t3\t1\t5\t9\n");
        assertThat(first).isCompleted();
        assertThat(server.flushes()).containsExactly("7\t=\t1\t7\n");
        server.receive("0\t3\n");
        assertThat(last).isCompleted();
        assertThat(events).containsExactly(false, false);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eachLookupOfAGroupWithoutAConnectionIsCounted(boolean blocking) {
        LookupContext context = context(null);
        publish(List.of());
        List<Range> ranges = List.of(Range.all(Comparison.GREATER, 1), Range.all(Comparison.GREATER, 2));
        CompletableFuture<?> rows = GroupRead.ofRanges(context, index(context), ranges, blocking);
        assertThatThrownBy(rows::join)
                .cause()
                .asInstanceOf(type(UnavailableException.class))
                .returns(Reason.NOT_CONNECTED, UnavailableException::reason);
        assertThat(context.counters().failed().sum()).isEqualTo(2);
        assertThat(events).containsExactly(true, true);
    }
}
