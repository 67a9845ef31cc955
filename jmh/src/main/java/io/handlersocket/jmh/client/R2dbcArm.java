// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Chain;
import io.handlersocket.jmh.measure.Check;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.UserTable;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.mariadb.r2dbc.MariadbConnectionConfiguration;
import org.mariadb.r2dbc.MariadbConnectionFactory;
import org.mariadb.r2dbc.api.MariadbConnection;

/**
 * MariaDB's R2DBC driver, with pipelining. Prepared on the server only with one statement in flight: with more, the driver breaks
 * the connection.
 */
final class R2dbcArm implements Arm {

    private final String name;
    private final List<MariadbConnection> connections = new ArrayList<>();
    private final Chain.Bundle chains;

    /** @param inFlight statements in flight on each connection */
    R2dbcArm(Database db, int count, int inFlight) {
        name = "r2dbc-" + count + "x" + inFlight;
        MariadbConnectionFactory factory = new MariadbConnectionFactory(MariadbConnectionConfiguration.builder()
                .host(db.host())
                .port(db.port())
                .database(db.schema())
                .username(db.user())
                .password(db.password())
                .useServerPrepStmts(inFlight == 1)
                .allowPipelining(true)
                .build());
        for (int i = 0; i < count; i++) {
            MariadbConnection connection = factory.create().block(Duration.ofSeconds(10));
            if (connection == null) {
                throw new IllegalStateException("no connection over R2DBC");
            }
            connections.add(connection);
        }
        AtomicInteger next = new AtomicInteger();
        chains = new Chain.Bundle(count * inFlight, () -> new Lookups(connections.get(next.getAndIncrement() % count)));
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
        connections.forEach(connection -> connection.close().block(Duration.ofSeconds(5)));
    }

    private static final class Lookups extends Chain {

        private final MariadbConnection connection;

        Lookups(MariadbConnection connection) {
            this.connection = connection;
        }

        @Override
        protected void ask() {
            int id = UserTable.randomId();
            connection
                    .createStatement("SELECT user_name, user_email, created FROM user WHERE user_id = ?")
                    .bind(0, id)
                    .execute()
                    .flatMap(result -> result.map((row, metadata) -> {
                        Check.row(
                                id,
                                row.get(0, String.class),
                                row.get(1, String.class),
                                row.get(2, LocalDateTime.class));
                        return 1;
                    }))
                    .single()
                    .subscribe(this::answered, this::failed);
        }
    }
}
