// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.internal.catalogue;

import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.sql.CatalogReader;
import io.handlersocket.client.internal.control.sql.Collations;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlErrors;
import io.handlersocket.client.internal.control.sql.SqlSession;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Reads the catalogue over SQL on one background thread, and opens nothing. Each read takes a connection and gives it
 * back, so an application whose pool has one connection is not held up. Safe for use by several threads.
 */
final class CatalogueReads implements AutoCloseable {

    /** No lookup waits for the catalogue: a server that stands still for a moment gets the time to answer. */
    private static final int LIMIT_MILLIS = 30_000;

    private final ClientOptions options;
    private final Collations collations;
    private final ThreadPoolExecutor thread;

    CatalogueReads(ClientOptions options) {
        this.options = options;
        this.collations = new Collations(options.nanoTime());
        this.thread = new ThreadPoolExecutor(
                1, 1, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), DriverThread.control(options.name()));
        thread.allowCoreThreadTimeOut(true);
    }

    private interface Reading<T> {
        T read(SqlSession session) throws SQLException, NotUsableException;
    }

    /** Asks what the server is; fails with {@link NotUsableException} if it is another product. */
    CompletableFuture<Discovery.Survey> server() {
        return submit(session -> new Discovery(options).survey(session));
    }

    /** Reads a table's definition; fails with {@link RefusedException} if the account sees no such table. */
    CompletableFuture<Table> table(TableName name) {
        return submit(session -> table(session, name));
    }

    /** Decides whether an index could be opened; fails with {@link RefusedException} if not. */
    CompletableFuture<Index> index(IndexSpec spec, ServerFacts server) {
        return submit(session -> {
            CatalogueIndex index = CatalogueIndex.of(spec, table(session, spec.table()), server);
            String columns =
                    index.openedColumns().stream().map(TableName::quote).collect(Collectors.joining(","));
            // The check of privileges, as every opening makes it.
            session.query(
                    row -> row,
                    SqlSession.NO_WAIT + "SELECT " + columns + " FROM "
                            + index.table().name().quoted() + " LIMIT 0");
            return index;
        });
    }

    private Table table(SqlSession session, TableName name) throws SQLException {
        collations.prepare(session, List.of(name));
        return CatalogReader.read(session, name, collations);
    }

    private <T> CompletableFuture<T> submit(Reading<T> reading) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            thread.execute(() -> run(reading, result));
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(new UnavailableException(
                    UnavailableException.Reason.CLOSED, options.name() + ": the client is closed"));
        }
        return result;
    }

    private <T> void run(Reading<T> reading, CompletableFuture<T> result) {
        T value;
        try (SqlSession session = SqlSession.open(options, LIMIT_MILLIS)) {
            value = read(reading, session);
        } catch (SQLException e) {
            result.completeExceptionally(new UnavailableException(
                    UnavailableException.Reason.NOT_CONNECTED, "SQL: " + SqlErrors.message(e)));
            return;
        } catch (NotUsableException | RuntimeException | Error e) {
            result.completeExceptionally(e);
            return;
        }
        result.complete(value); // after the connection is given back: the pool may have no other one
    }

    private static <T> T read(Reading<T> reading, SqlSession session) throws SQLException, NotUsableException {
        try {
            return reading.read(session);
        } catch (SQLException e) {
            if (session.isLostBy(e)) {
                throw e;
            }
            throw new RefusedException("SQL: " + SqlErrors.message(e));
        }
    }

    /** Ends the thread after the reads that were asked for. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
