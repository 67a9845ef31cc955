// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.LoadCount;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds why one entity is loaded over JDBC. There are few different reasons, because counters are kept by them. */
public final class JdbcReasons {

    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final JdbcReason MORE = new JdbcReason(Kind.STATEMENT, "Hibernate asked SQL for more than the row");
    private static final JdbcReason NOT_OPEN = new JdbcReason(Kind.NOT_OPEN, "the index was not open at that moment");

    private record Known(JdbcReason reason, long nanos) {}

    private final HandlerSocketClient client;
    private final Supplier<HandlerSocketLoads> loads;
    private final Class<?> entity;
    private final String role;
    private volatile @Nullable Known known;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile JdbcReason lastAsked = MORE;
    private Map<JdbcReason, Long> counted = Map.of();

    /** @param role the role under which Hibernate's loads are counted */
    JdbcReasons(HandlerSocketClient client, Supplier<HandlerSocketLoads> loads, Class<?> entity, String role) {
        this.client = client;
        this.loads = loads;
        this.entity = entity;
        this.role = role;
    }

    /**
     * Returns why a load now would not go over HandlerSocket. Caches the reason briefly, because in an outage each call
     * needs it.
     */
    public JdbcReason notReady() {
        Known last = known;
        if (last == null || System.nanoTime() - last.nanos() > FRESH_NANOS) {
            last = new Known(find(), System.nanoTime());
            known = last;
        }
        return last.reason();
    }

    private JdbcReason find() {
        ClientSnapshot snapshot = client.snapshot();
        return switch (snapshot.state()) {
            case STARTING -> new JdbcReason(Kind.NOT_OPEN, "HandlerSocket is not connected yet");
            case UNREACHABLE -> outage("HandlerSocket cannot be reached (see the client's reason)");
            case NOT_USABLE ->
                new JdbcReason(
                        Kind.NOT_OPEN,
                        snapshot.isOtherProduct()
                                ? "the server is not MariaDB"
                                : "the server must not be used over HandlerSocket (see the client's reason)");
            case IDLE -> outage("HandlerSocket was idle and connects again");
            case DRAINED -> outage("HandlerSocket is drained");
            case CLOSED -> outage("the HandlerSocket client is closed");
            case READY -> ready(snapshot);
        };
    }

    private static JdbcReason outage(String text) {
        return new JdbcReason(Kind.OUTAGE, text);
    }

    private JdbcReason ready(ClientSnapshot snapshot) {
        if (!snapshot.quarantined().isEmpty() && isQuarantined(snapshot)) {
            return outage("a session waits for a lock on the table");
        }
        if (snapshot.circuit() != CircuitState.CLOSED) {
            return outage("HandlerSocket did not answer the last lookups");
        }
        JdbcReason planned = loads.get().reason(entity);
        return planned == null ? NOT_OPEN : planned;
    }

    private boolean isQuarantined(ClientSnapshot snapshot) {
        String name = loads.get().table(entity).name().map(TableName::table).orElse("");
        return snapshot.quarantined().keySet().stream()
                .anyMatch(other -> other.table().equalsIgnoreCase(name));
    }

    /**
     * Returns why a load that was expected to go over HandlerSocket used SQL: one of the reasons counted since the last
     * call. Loads of other threads are counted as well, so under load it may be the reason of another load. It is
     * always exactly one reason, because meters are kept by it. While another thread is in this method, it returns the
     * last reason.
     */
    public JdbcReason asked() {
        if (!asking.tryLock()) {
            return lastAsked;
        }
        try {
            Map<JdbcReason, Long> now = loads.get().counts().stream()
                    .filter(count -> count.kind() != null && count.role().equals(role))
                    .collect(Collectors.toMap(
                            count -> new JdbcReason(Objects.requireNonNull(count.kind()), count.reason()),
                            LoadCount::count,
                            Long::sum));
            lastAsked = now.entrySet().stream()
                    .filter(entry -> entry.getValue() > counted.getOrDefault(entry.getKey(), 0L))
                    .max(Comparator.comparingLong((Map.Entry<JdbcReason, Long> entry) ->
                                    entry.getValue() - counted.getOrDefault(entry.getKey(), 0L))
                            .thenComparing(entry -> entry.getKey().text()))
                    .map(Map.Entry::getKey)
                    .orElse(MORE);
            counted = now;
            return lastAsked;
        } finally {
            asking.unlock();
        }
    }
}
