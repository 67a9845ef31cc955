// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.index.Indexes;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import io.handlersocket.client.internal.transport.Connection;
import io.handlersocket.client.internal.transport.ConnectionPool;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** Connections of the pool, on which every index is open before they serve lookups. Control thread only. */
public final class PooledConnections implements ReadConnections {

    private final ClientOptions options;
    private final ConnectionPool pool;
    private final ConnectionMaker maker;
    private final Indexes indexes;
    private final Runnable clean;
    private final DirectConnectionMaker directMaker;
    private final Replacements replacements;

    /** @param clean told when nothing is open that the guard would have to look at */
    public PooledConnections(
            ClientOptions options, ConnectionPool pool, ConnectionMaker maker, Indexes indexes, Runnable clean) {
        this.options = options;
        this.pool = pool;
        this.maker = maker;
        this.indexes = indexes;
        this.clean = clean;
        this.directMaker = new DirectConnectionMaker(options, pool, maker.events(), indexes);
        this.replacements = new Replacements(options, pool, maker, indexes);
    }

    @Override
    public List<TableName> connect(SqlSession sql, Discovery.Found found) throws SQLException, NotUsableException {
        pool.closeAll("reconnecting");
        clean.run(); // SQL answers and nothing is open: the time until now is no silence
        indexes.closeOpen(UnavailableException.Reason.NOT_CONNECTED);
        List<Connection> made = WorkerSpread.spread(
                sql, () -> maker.connect(found.target(), options.sizes().connections()), WorkerSpread::close);
        clean.run();
        indexes.reopen(sql, found.facts(), made, indexes.wanted());
        List<TableName> waitedFor = indexes.takeWaitedFor();
        if (waitedFor.isEmpty()) {
            pool.publish(made);
            maker.keep(found.endpoint(), made);
        }
        return waitedFor;
    }

    @Override
    public List<TableName> openMissing(SqlSessions sql, Discovery.Found found) throws SQLException, NotUsableException {
        if (indexes.isReopeningDue(System.nanoTime())) {
            indexes.reopen(sql.get(), found.facts(), pool.serving(), indexes.wanted());
        }
        directMaker.step(sql, found);
        return indexes.takeWaitedFor();
    }

    @Override
    public void maintain(SqlSessions sql, Discovery.Found found) throws SQLException, NotUsableException {
        pool.keepAlive(found.target().secret());
        pool.expireDirect(); // in case a stage blocks the thread that does it
        pool.direct().closeOld(options.times().maxAge().toNanos());
        replacements.renew(sql, found);
    }

    @Override
    public boolean isIncomplete() {
        return replacements.missing() > 0;
    }

    @Override
    public boolean isEmpty() {
        return pool.published().isEmpty();
    }

    @Override
    public long repair(SqlSessions sql, Discovery.Found found) throws SQLException, NotUsableException {
        return replacements.repair(sql, found, pool.published());
    }

    @Override
    public Set<TableName> openTables() {
        return indexes.openTables();
    }

    @Override
    public Set<TableName> keptTables() {
        return indexes.keptTables();
    }

    @Override
    public long lastUsedNanos(long sinceNanos) {
        return indexes.lastUsedNanos(sinceNanos);
    }

    @Override
    public void quarantine(List<TableName> tables) {
        tables.forEach(indexes::quarantine);
    }

    @Override
    public void close(String reason, UnavailableException.Reason why) {
        pool.closeAll(reason);
        indexes.closeAll(why);
    }

    @Override
    public void drain(String reason, UnavailableException.Reason why) {
        indexes.closeAll(why); // before the connections, so that a lookup now says why
        pool.drain(reason, options.times().request().toNanos());
        close(reason, why);
    }
}
