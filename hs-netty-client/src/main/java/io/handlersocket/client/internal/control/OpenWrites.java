// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.protocol.Requests;
import io.handlersocket.client.internal.transport.Connection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One connection to the write port: how it came about, what is open on it, and when it is to be looked after. Control thread only. */
final class OpenWrites {

    private static final long PROBE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final SqlSession sql;
    private final Discovery.Found found;
    private final Connection connection;
    private final long breathNanos;
    private final Map<TableName, Table> tables = new LinkedHashMap<>();
    private long nextProbeNanos = System.nanoTime() + PROBE_NANOS;
    private int ids;

    /** @param breathMillis how long from now it is used at most */
    OpenWrites(SqlSession sql, Discovery.Found found, Connection connection, long breathMillis) {
        this.sql = sql;
        this.found = found;
        this.connection = connection;
        this.breathNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(breathMillis);
    }

    SqlSession sql() {
        return sql;
    }

    Discovery.Found found() {
        return found;
    }

    Connection connection() {
        return connection;
    }

    /** What somebody could wait for. */
    Map<TableName, Table> tables() {
        return tables;
    }

    boolean hasIds() {
        return ids < Requests.MAX_INDEX_IDS;
    }

    /** An index id that was not used before. */
    int newId() {
        return ids++;
    }

    boolean isBreathDue() {
        return System.nanoTime() - breathNanos >= 0;
    }

    boolean isProbeDue() {
        return System.nanoTime() - nextProbeNanos >= 0;
    }

    /** The guard has looked, and nobody waits. */
    void probed() {
        nextProbeNanos = System.nanoTime() + PROBE_NANOS;
    }

    /** Until the next of both. */
    long nanosUntilDue() {
        long now = System.nanoTime();
        return Math.min(breathNanos - now, nextProbeNanos - now);
    }
}
