// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.state;

import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.connect.ReadConnections;
import io.handlersocket.client.internal.control.index.Indexes.GuardCheck;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Connections that a test lets succeed, fail, get lost and be waited for. */
final class FakeConnections implements ReadConnections {

    /** What a test does in the middle of a call. */
    interface Meanwhile {
        void run() throws SQLException, NotUsableException;
    }

    final Set<TableName> tables = new TreeSet<>();
    final List<TableName> quarantined = new ArrayList<>();
    final List<UnavailableException.Reason> closings = new ArrayList<>();
    Meanwhile whileConnecting = () -> {};
    Meanwhile whileDraining = () -> {};
    GuardCheck whileRepairing = () -> true;
    List<TableName> waitedForAtConnect = List.of();
    List<TableName> waitedForAtOpening = List.of();

    @Nullable
    SQLException openingFails;

    boolean isOpen;
    boolean hasMoreToOpen;
    int connects;
    int repairs;
    int lost;
    long idleNanos;
    long nowNanos;

    @Override
    public List<TableName> connect(SqlSession sql, Discovery.Found found) throws SQLException, NotUsableException {
        connects++;
        isOpen = true;
        lost = 0;
        whileConnecting.run();
        return waitedForAtConnect;
    }

    @Override
    public List<TableName> openMissing(SqlSessions sql, Discovery.Found found) throws SQLException {
        if (openingFails != null) {
            throw openingFails;
        }
        return waitedForAtOpening;
    }

    @Override
    public boolean hasMoreToOpen() {
        return hasMoreToOpen;
    }

    @Override
    public void maintain(SqlSessions sql, Discovery.Found found) {}

    @Override
    public boolean isIncomplete() {
        return lost > 0;
    }

    @Override
    public boolean isEmpty() {
        return lost == 2;
    }

    @Override
    public long repair(SqlSessions sql, Discovery.Found found) throws SQLException, NotUsableException {
        repairs++;
        if (whileRepairing.mayGoOn()) {
            isOpen = true;
            lost = 0;
        }
        return 50;
    }

    @Override
    public Map<TableName, Set<String>> openColumns() {
        return isOpen ? tables.stream().collect(Collectors.toMap(table -> table, table -> Set.of("id"))) : Map.of();
    }

    @Override
    public Set<TableName> tablesKeptByServer() {
        return openColumns().keySet();
    }

    @Override
    public long lastUsedNanos(long sinceNanos) {
        return nowNanos - idleNanos;
    }

    @Override
    public void quarantine(List<TableName> added) {
        quarantined.addAll(added);
    }

    @Override
    public void close(String reason, UnavailableException.Reason why) {
        isOpen = false;
        closings.add(why);
    }

    @Override
    public void drain(String reason, UnavailableException.Reason why) {
        try {
            whileDraining.run();
        } catch (SQLException | NotUsableException e) {
            throw new AssertionError(e);
        }
        close(reason, why);
    }
}
