// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Chain;
import io.handlersocket.jmh.measure.Check;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.UserTable;
import io.vertx.core.Vertx;
import io.vertx.mysqlclient.MySQLBuilder;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.concurrent.TimeUnit;

/** The Vert.x SQL client, which sends statements without waiting for the answers before them. */
final class VertxArm implements Arm {

    private final String name;
    private final Vertx vertx = Vertx.vertx();
    private final SqlClient client;
    private final Chain.Bundle chains;

    /** @param pipelining statements in flight on each connection */
    VertxArm(Database db, int connections, int pipelining) {
        name = "vertx-" + connections + "x" + pipelining;
        client = MySQLBuilder.client()
                .with(new PoolOptions().setMaxSize(connections).setMaxWaitQueueSize(-1))
                .connectingTo(new MySQLConnectOptions()
                        .setHost(db.host())
                        .setPort(db.port())
                        .setDatabase(db.schema())
                        .setUser(db.user())
                        .setPassword(db.password())
                        .setCachePreparedStatements(true)
                        .setPipeliningLimit(pipelining))
                .using(vertx)
                .build();
        PreparedQuery<RowSet<Row>> query =
                client.preparedQuery("SELECT user_name, user_email, created FROM user WHERE user_id = ?");
        chains = new Chain.Bundle(connections * pipelining, () -> new Lookups(query));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long run(Slice slice) throws InterruptedException {
        return chains.run(slice);
    }

    @Override
    public void close() {
        client.close()
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(10, TimeUnit.SECONDS)
                .join();
        // Its own answer would come on a thread that ends with it.
        vertx.close();
    }

    private static final class Lookups extends Chain {

        private final PreparedQuery<RowSet<Row>> query;

        Lookups(PreparedQuery<RowSet<Row>> query) {
            this.query = query;
        }

        @Override
        protected void ask() {
            int id = UserTable.randomId();
            query.execute(Tuple.of(id)).onComplete(rows -> {
                try {
                    if (rows.failed()) {
                        throw rows.cause();
                    }
                    Row row = rows.result().iterator().next();
                    Check.row(id, row.getString(0), row.getString(1), row.getLocalDateTime(2));
                } catch (Throwable e) {
                    failed(e);
                    return;
                }
                answered(1);
            });
        }
    }
}
