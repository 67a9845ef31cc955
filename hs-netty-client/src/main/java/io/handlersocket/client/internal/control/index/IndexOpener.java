// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.guard.DdlGuard;
import io.handlersocket.client.internal.control.sql.CatalogReader;
import io.handlersocket.client.internal.control.sql.Collations;
import io.handlersocket.client.internal.control.sql.SqlErrors;
import io.handlersocket.client.internal.control.sql.SqlHold;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.lookup.Layout;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.lookup.SharedIndex;
import io.handlersocket.client.internal.transport.ServerConnection;
import io.handlersocket.client.internal.transport.WireIndex;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Opens indexes while SQL holds their tables.
 *
 * <p>Opening a view crashes the server, and a table may become one between a look and the opening. So a transaction reads no
 * row of each table first, without waiting: as long as it is open, RENAME, DROP and CREATE OR REPLACE VIEW wait. Then the
 * catalogue is read, and only then is anything opened. The same statement proves that the account may read the columns.
 */
final class IndexOpener {

    private static final long OPEN_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** One index to open and the id it gets. */
    record Wanted(SharedIndex shared, int id) {}

    /**
     * What became of the indexes.
     *
     * @param opened those that are open on every connection
     * @param blocked tables that a session waits for, or whose opening hung
     * @param refused those that must not be opened, or that the server does not open
     * @param stuck whether an opening was not answered: every connection must be closed
     */
    record Outcome(
            Map<SharedIndex, OpenedIndex> opened,
            Set<TableName> blocked,
            Map<SharedIndex, RefusedException> refused,
            boolean stuck) {}

    private final SqlSession session;
    private final ServerFacts server;
    private final Collations collations;

    IndexOpener(SqlSession session, ServerFacts server, Collations collations) {
        this.session = session;
        this.server = server;
        this.collations = collations;
    }

    /** @throws SQLException if the session broke: nothing is known then, and every connection must be closed */
    Outcome open(Collection<Wanted> wanted, Collection<? extends ServerConnection> connections) throws SQLException {
        Outcome outcome = new Outcome(new LinkedHashMap<>(), new LinkedHashSet<>(), new LinkedHashMap<>(), false);
        collations.prepare(
                session, wanted.stream().map(one -> one.shared().key().table()).collect(Collectors.toSet()));
        Attempt attempt = attempt(wanted, connections, outcome);
        if (!attempt.failed().isEmpty() && !attempt.stuck()) {
            // A RENAME that waited meanwhile makes the server answer as for a table that does not exist. It has passed
            // now.
            attempt = attempt(attempt.failed().keySet(), connections, outcome);
        }
        if (!attempt.stuck()) {
            attempt.failed().forEach((one, error) -> outcome.refused().put(one.shared(), notOpened(one, error)));
        }
        return new Outcome(outcome.opened(), outcome.blocked(), outcome.refused(), attempt.stuck());
    }

    private static RefusedException notOpened(Wanted one, ServerErrorException error) {
        return new RefusedException(one.shared() + ": the server does not open it (" + error.code() + ' '
                + error.error() + "), and no session waits for a lock on the table");
    }

    /**
     * What one hold brought, beside what is in the outcome.
     *
     * @param failed those that the server answered with an error, and whose tables no session waits for
     * @param stuck whether an opening was not answered
     */
    private record Attempt(Map<Wanted, ServerErrorException> failed, boolean stuck) {}

    private Attempt attempt(
            Collection<Wanted> wanted, Collection<? extends ServerConnection> connections, Outcome outcome)
            throws SQLException {
        Attempt attempt = SqlHold.during(session, () -> send(hold(wanted, outcome), connections, outcome));
        // After the hold: in its transaction, a probe of the same table never waits.
        Set<TableName> tables = new LinkedHashSet<>();
        attempt.failed().keySet().forEach(one -> tables.add(one.shared().key().table()));
        for (TableName table : tables) {
            if (DdlGuard.isWaitedFor(session, List.of(table))) {
                outcome.blocked().add(table);
            }
        }
        attempt.failed()
                .keySet()
                .removeIf(one -> outcome.blocked().contains(one.shared().key().table()));
        return attempt;
    }

    private Map<Wanted, Layout> hold(Collection<Wanted> wanted, Outcome outcome) throws SQLException {
        Map<Wanted, Layout> held = new LinkedHashMap<>();
        Map<TableName, Table> tables = new LinkedHashMap<>();
        for (Wanted one : wanted) {
            TableName name = one.shared().key().table();
            if (outcome.blocked().contains(name)) {
                continue;
            }
            try {
                Table table = tables.get(name);
                if (table == null) {
                    select("1", name);
                    table = CatalogReader.read(session, name, collations);
                    tables.put(name, table);
                }
                Layout layout = Layout.of(
                        table, one.shared().key().index(), one.shared().key().withLobs(), server);
                select(layout.columnNames().stream().map(TableName::quote).collect(Collectors.joining(",")), name);
                held.put(one, layout);
            } catch (RefusedException e) {
                outcome.refused().put(one.shared(), e);
            } catch (SQLException e) {
                if (SqlErrors.isLockWait(e)) {
                    outcome.blocked().add(name);
                } else if (session.isLostBy(e)) {
                    throw e;
                } else { // gone, not for this account, crashed, an invalid view: nothing that concerns other tables
                    outcome.refused().put(one.shared(), new RefusedException(name + ": " + e.getMessage()));
                }
            }
        }
        held.keySet()
                .removeIf(one -> outcome.blocked().contains(one.shared().key().table()));
        return held;
    }

    private void select(String what, TableName table) throws SQLException {
        session.query(row -> row, SqlSession.NO_WAIT + "SELECT " + what + " FROM " + table.quoted() + " LIMIT 0");
    }

    private record Opening(Wanted wanted, OpenedIndex index, CompletableFuture<Void> answers) {}

    private Attempt send(
            Map<Wanted, Layout> held, Collection<? extends ServerConnection> connections, Outcome outcome) {
        List<Opening> openings = new ArrayList<>();
        Map<Wanted, ServerErrorException> failed = new LinkedHashMap<>();
        boolean stuck = false;
        long deadline = System.nanoTime() + OPEN_TIMEOUT_NANOS;
        held.forEach((one, layout) -> openings.add(opening(one, layout, connections, deadline)));
        for (Opening opening : openings) {
            SharedIndex shared = opening.wanted().shared();
            Throwable failure = await(opening.answers(), deadline);
            if (failure == null) {
                outcome.opened().put(shared, opening.index());
            } else if (failure instanceof ServerErrorException error) {
                failed.put(opening.wanted(), error);
            } else if (failure instanceof TimeoutException || failure instanceof RequestTimeoutException) {
                outcome.blocked().add(shared.key().table());
                stuck = true;
            }
        }
        return new Attempt(failed, stuck);
    }

    private Opening opening(
            Wanted wanted, Layout layout, Collection<? extends ServerConnection> connections, long deadline) {
        SharedIndex.Key key = wanted.shared().key();
        OpenedIndex current = wanted.shared().opened();
        // Where other connections serve it already, the same object must be known to the new ones. If those are dead,
        // the
        // table may have changed under them, and replies mean something else.
        OpenedIndex index = current != null && current.isMadeOf(layout, server)
                ? current
                : new OpenedIndex(
                        new WireIndex(wanted.id(), key.table(), key.index(), layout.columnNames()), layout, server);
        CompletableFuture<?>[] answers = connections.stream()
                .map(connection -> connection.open(index.wire(), Math.max(1, deadline - System.nanoTime())))
                .toArray(CompletableFuture<?>[]::new);
        return new Opening(wanted, index, CompletableFuture.allOf(answers));
    }

    private static @Nullable Throwable await(CompletableFuture<Void> answers, long deadline) {
        try {
            answers.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (TimeoutException e) {
            return e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new TimeoutException();
        }
    }
}
