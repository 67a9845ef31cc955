// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.EntityPlan;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds why one entity is loaded over JDBC. There are few different reasons, because counters are kept by them; none is
 * empty.
 */
final class JdbcReasons {

    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final String MORE = "Hibernate asked SQL for more than the row";

    private record Known(String reason, long nanos) {}

    private final HandlerSocketClient client;
    private final Supplier<HandlerSocketLoads> loads;
    private final String entity;
    private final Supplier<String> table;
    private volatile @Nullable Known known;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile String lastAsked = MORE;
    private Map<String, Long> counted = Map.of();

    JdbcReasons(HandlerSocketClient client, Supplier<HandlerSocketLoads> loads, String entity, Supplier<String> table) {
        this.client = client;
        this.loads = loads;
        this.entity = entity;
        this.table = table;
    }

    /**
     * Returns why a load now would not go over HandlerSocket. Caches the reason briefly, because in an outage each call
     * needs it.
     */
    String notReady() {
        Known last = known;
        if (last == null || System.nanoTime() - last.nanos() > FRESH_NANOS) {
            last = new Known(find(), System.nanoTime());
            known = last;
        }
        return last.reason();
    }

    private String find() {
        ClientSnapshot snapshot = client.snapshot();
        return switch (snapshot.state()) {
            case STARTING -> "HandlerSocket is not connected yet";
            case UNREACHABLE -> "HandlerSocket cannot be reached (see the client's reason)";
            case NOT_USABLE ->
                snapshot.isOtherProduct()
                        ? "the server is not MariaDB"
                        : "the server must not be used over HandlerSocket (see the client's reason)";
            case IDLE -> "HandlerSocket was idle and connects again";
            case DRAINED -> "HandlerSocket is drained";
            case CLOSED -> "the HandlerSocket client is closed";
            case READY -> ready(snapshot);
        };
    }

    private String ready(ClientSnapshot snapshot) {
        if (isQuarantined(snapshot)) {
            return "a session waits for a lock on the table";
        }
        return snapshot.circuit() == CircuitState.CLOSED ? planned() : "HandlerSocket did not answer the last lookups";
    }

    private boolean isQuarantined(ClientSnapshot snapshot) {
        if (snapshot.quarantined().isEmpty()) {
            return false;
        }
        String qualified = table.get();
        String name = qualified.substring(qualified.lastIndexOf('.') + 1).replace("`", "");
        return snapshot.quarantined().stream().anyMatch(other -> other.table().equalsIgnoreCase(name));
    }

    private String planned() {
        return loads.get().entities().stream()
                .filter(plan -> plan.entity().equals(entity))
                .map(EntityPlan::reason)
                .filter(reason -> !reason.isEmpty())
                .findFirst()
                .orElse("the index was not open at that moment");
    }

    /**
     * Returns why a load that was expected to go over HandlerSocket used SQL: one of the reasons counted since the last call.
     * Loads of other threads are counted as well, so under load it may be the reason of another load. It is always exactly one
     * reason, because meters are kept by it. While another thread is in this method, it returns the last reason.
     */
    String asked() {
        if (!asking.tryLock()) {
            return lastAsked;
        }
        try {
            Map<String, Long> now = loads.get().counts().stream()
                    .filter(count -> count.route() == Route.JDBC && count.role().equals(entity))
                    .collect(Collectors.toMap(LoadCount::reason, LoadCount::count, Long::sum));
            lastAsked = now.entrySet().stream()
                    .filter(entry -> entry.getValue() > counted.getOrDefault(entry.getKey(), 0L))
                    .max(Comparator.comparingLong((Map.Entry<String, Long> entry) ->
                                    entry.getValue() - counted.getOrDefault(entry.getKey(), 0L))
                            .thenComparing(Map.Entry::getKey))
                    .map(Map.Entry::getKey)
                    .orElse(MORE);
            counted = now;
            return lastAsked;
        } finally {
            asking.unlock();
        }
    }
}
