// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.Backoff;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds tables while indexes on them are opened: the only place where an opening is sent.
 *
 * <p>The server crashes when it opens a view, and an opening that waits in the server opens whatever has the table's
 * name when its turn comes. So a hold ends only when the server has answered every opening that was sent under it. The
 * caller need not wait for that: a thread of its own keeps the SQL session with the hold meanwhile.
 */
public final class HeldOpenings {

    /**
     * How long a client that is being closed waits for kept holds, because its DataSource may be closed next: a little
     * longer than the recommended {@code lock_wait_timeout}, after which the server answers an opening.
     */
    public static final Duration CLOSE_LIMIT = Duration.ofSeconds(12);

    @FunctionalInterface
    public interface Body<T> {
        T run(Hold hold) throws SQLException;
    }

    /** The DataSource gives no session of the node for a hold. No opening was sent. */
    public static final class NoSessionException extends Exception {

        private static final long serialVersionUID = 1L;

        NoSessionException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    private static final int MAX_KEPT = 3;
    private static final Logger LOG = LoggerFactory.getLogger(HeldOpenings.class);

    private final String name;
    private final SqlSessions.Source source;
    private final SqlSessions own;
    private final LongSupplier nanoTime;
    private final Backoff noSession = new Backoff(1_500, TimeUnit.MINUTES.toMillis(1));
    private long ownNotBeforeNanos;
    private final Set<KeptHold> kept = ConcurrentHashMap.newKeySet();

    public HeldOpenings(String name, SqlSessions.Source source, LongSupplier nanoTime) {
        this.name = name;
        this.source = source;
        this.own = new SqlSessions(name + "-hold", source, nanoTime);
        this.nanoTime = nanoTime;
        this.ownNotBeforeNanos = nanoTime.getAsLong();
    }

    /**
     * Runs the body, which may take tables: until it ends, DDL on these waits. An opening that is unanswered after the
     * body keeps the hold; if that is in this session, it {@linkplain SqlSession#isHandedOver is handed over}, and the
     * caller needs another one.
     */
    public <T> T hold(SqlSession session, Body<T> body) throws SQLException, NoSessionException {
        String node = session.node();
        Hold hold = new Hold(node == null ? TransactionHold.begin(session) : HandlerHold.begin(ownSession(node), node));
        try {
            return body.run(hold);
        } finally {
            end(hold);
        }
    }

    /** Asks less and less often, because it waits, and the caller keeps a session meanwhile. */
    private SqlSession ownSession(String node) throws NoSessionException {
        long now = nanoTime.getAsLong();
        if (now - ownNotBeforeNanos < 0) {
            throw new NoSessionException("the DataSource gave no second session a moment ago", null);
        }
        try {
            own.toNode(node);
            SqlSession session = own.fresh();
            noSession.reset();
            return session;
        } catch (SQLException | NotUsableException e) {
            own.releaseAll(); // the DataSource may give it later
            long wait = noSession.nextMillis();
            ownNotBeforeNanos = nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(wait);
            LOG.info(
                    "{}: no table is opened for {} ms: on a node of Galera that needs two SQL sessions at once, and {}",
                    name,
                    wait,
                    e.getMessage());
            throw new NoSessionException(String.valueOf(e.getMessage()), e);
        }
    }

    private void end(Hold hold) throws SQLException {
        if (hold.sent.stream().allMatch(Sent::isAnswered)) {
            hold.kind.session().allAnswered();
            hold.kind.end();
        } else {
            TableHold keeping = hold.kind.handOver(KeptHold.NETWORK_TIMEOUT_MILLIS);
            KeptHold keeper = new KeptHold(name, keeping, hold.sent, source, nanoTime);
            kept.add(keeper);
            try {
                keeper.start(() -> kept.remove(keeper));
            } catch (RuntimeException | Error e) { // no thread is left: the session keeps the hold until its limit
                kept.remove(keeper);
                throw e;
            }
        }
    }

    /**
     * Returns whether not to open the table now: the server has not answered an opening, so another would wait too, or
     * many holds are kept because connections are lost again and again. Any thread.
     */
    public boolean isUnanswered(TableName table) {
        boolean many = kept.size() >= MAX_KEPT;
        return kept.stream().anyMatch(keeper -> keeper.holds(table) && (many || keeper.isAwaited()));
    }

    /** Waits for answers; returns what they failed with, {@link TimeoutException} if they did not come, or null. */
    public static @Nullable Throwable await(CompletableFuture<?> answers, long nanos) {
        try {
            answers.get(Math.max(1, nanos), TimeUnit.NANOSECONDS);
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

    /** Waits until no hold is kept; returns whether none is left. No hold may follow. Any thread. */
    public boolean close(Duration limit) {
        own.abort();
        long deadline = nanoTime.getAsLong() + limit.toNanos();
        boolean ended = true;
        for (KeptHold keeper : kept) {
            ended &= keeper.await(deadline - nanoTime.getAsLong());
        }
        return ended;
    }

    public static final class Hold {

        private final TableHold kind;
        private final List<Sent> sent = new ArrayList<>();

        private Hold(TableHold kind) {
            this.kind = kind;
        }

        /** Returns whether the hold's session may run no statement once a table is taken; then it holds one table. */
        public boolean isSilent() {
            return kind.isSilent();
        }

        /** Makes DDL of a table wait; fails if a session waits for the table, or the account may not read it. */
        public void take(TableName table) throws SQLException {
            kind.take(table);
        }

        /**
         * Sends an opening of a held table. No table may be taken after it, because the hold ends if that fails. The
         * future fails with {@link ServerErrorException} if the server refuses, and with {@link UnavailableException}
         * if nothing was sent.
         */
        public CompletableFuture<?> send(TableName table, Supplier<CompletableFuture<?>> opening) throws SQLException {
            kind.session().keepHold();
            CompletableFuture<?> answer;
            try {
                answer = opening.get();
            } catch (RuntimeException | Error e) { // the server may have got it
                sent.add(new Sent(table, CompletableFuture.failedFuture(e)));
                throw e;
            }
            sent.add(new Sent(table, answer));
            return answer;
        }
    }

    record Sent(TableName table, CompletableFuture<?> answer) {

        /** Returns whether the server no longer opens the table: it has answered, or nothing was sent. */
        boolean isAnswered() {
            return answer.isDone()
                    && answer.handle((ok, failure) -> isAnswer(failure)).join();
        }

        private static boolean isAnswer(@Nullable Throwable failure) {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            return cause == null || cause instanceof ServerErrorException || cause instanceof UnavailableException;
        }

        static Set<TableName> tables(List<Sent> sent) {
            Set<TableName> tables = new TreeSet<>();
            sent.forEach(one -> tables.add(one.table()));
            return tables;
        }
    }
}
