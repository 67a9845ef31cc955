// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds why one entity is loaded over JDBC. There are few different reasons, because counters are kept by them. */
public final class JdbcReasons {

    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final JdbcReason NOT_OPEN = new JdbcReason(Kind.NOT_OPEN, "the index was not open at that moment");
    private static final JdbcReason QUARANTINED =
            JdbcReason.ofFailed(new UnavailableException(UnavailableException.Reason.QUARANTINED, ""));

    private record Known(JdbcReason reason, long nanos) {}

    private final HandlerSocketClient client;
    private final Supplier<HandlerSocketLoads> loads;
    private final Class<?> entity;
    private volatile @Nullable Known known;

    JdbcReasons(HandlerSocketClient client, Supplier<HandlerSocketLoads> loads, Class<?> entity) {
        this.client = client;
        this.loads = loads;
        this.entity = entity;
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
        JdbcReason away = JdbcReason.ofClient(snapshot);
        if (away != null) {
            return away;
        }
        if (!snapshot.quarantined().isEmpty() && isQuarantined(snapshot)) {
            return QUARANTINED;
        }
        JdbcReason planned = loads.get().reason(entity);
        return planned == null ? NOT_OPEN : planned;
    }

    private boolean isQuarantined(ClientSnapshot snapshot) {
        String name = loads.get().table(entity).name().map(TableName::table).orElse("");
        return snapshot.quarantined().keySet().stream()
                .anyMatch(other -> other.table().equalsIgnoreCase(name));
    }
}
