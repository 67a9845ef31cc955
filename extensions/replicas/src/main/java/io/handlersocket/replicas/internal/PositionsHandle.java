// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.internal.concurrent.Stages;
import io.handlersocket.client.spi.ServerClient;
import io.handlersocket.client.spi.ServerIndex;
import io.handlersocket.client.spi.SystemTable;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The table with a replica's position: opened in the background, and again when it is closed. Thread-safe. */
final class PositionsHandle {

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ServerClient client;
    private final LongSupplier nanoTime;
    private @Nullable CompletableFuture<ServerIndex> opening;
    private long askedNanos;
    private volatile @Nullable ServerIndex handle;
    private volatile String reason = "mysql.gtid_slave_pos is not open yet";

    /** @param nanoTime as {@link System#nanoTime()} */
    PositionsHandle(ServerClient client, LongSupplier nanoTime) {
        this.client = client;
        this.nanoTime = nanoTime;
    }

    /** Returns the handle; null if it is not open. */
    @Nullable
    ServerIndex handle() {
        return handle;
    }

    /** Returns why the table is not open, and opens it in the background. The thread of the poller calls it. */
    Optional<String> whyNot() {
        ServerIndex known = handle;
        if (known != null && known.isOpen()) {
            return Optional.empty();
        }
        CompletableFuture<ServerIndex> attempt = opening;
        long now = nanoTime.getAsLong();
        if (attempt == null || (attempt.isDone() && now - askedNanos >= RETRY_NANOS)) {
            askedNanos = now;
            opening = client.openSystemTable(SystemTable.GTID_SLAVE_POS).whenComplete((opened, failure) -> {
                if (failure == null) {
                    handle = opened;
                } else {
                    reason = "mysql.gtid_slave_pos cannot be read"
                            + " (GRANT SELECT ON mysql.gtid_slave_pos TO the account): "
                            + Stages.unwrapped(failure).getMessage();
                }
            });
        }
        return Optional.of(reason);
    }
}
