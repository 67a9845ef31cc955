// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.internal.util.DriverValues;
import io.handlersocket.hibernate.internal.util.UnexpectedFailures;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What it takes to answer one lookup: nothing yet, an index being opened, an open index, or a reason that is looked at
 * again later, because tables come and go (Hibernate builds its statements before it creates the tables). Never waits.
 */
public final class LookupPlan implements Plan {

    private static final long FIRST_RETRY_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long LAST_RETRY_NANOS = Duration.ofSeconds(60).toNanos();
    static final JdbcReason OPENING = new JdbcReason(Kind.NOT_OPEN, "the index is being opened");
    private static final JdbcReason CHANGED = new JdbcReason(Kind.NOT_OPEN, "the table changed");
    private static final JdbcReason OTHER_CONNECTIONS =
            new JdbcReason(Kind.NOT_OPEN, "a new connection's driver options convert values in another way");

    private sealed interface State {
        record Opening(CompletableFuture<Void> done, JdbcReason reason) implements State {}

        record Ready(OpenLookup lookup, DriverValues driver) implements State {}

        record Refused(JdbcReason reason, long retryAtNanos, long delayNanos) implements State {}
    }

    private final String schema;
    private final String table;
    private final Function<Table, Lookup> lookup;
    private final LookupPlans plans;
    private final AtomicReference<State> state;

    /**
     * @param schema the schema that the statement names, empty if it names none
     * @param lookup gives the lookup of a definition of the table
     */
    LookupPlan(String schema, String table, Function<Table, Lookup> lookup, LookupPlans plans) {
        this.schema = schema;
        this.table = table;
        this.lookup = lookup;
        this.plans = plans;
        this.state =
                new AtomicReference<>(new State.Refused(OPENING, plans.nanoTime.getAsLong(), FIRST_RETRY_NANOS / 2));
    }

    @Override
    public @Nullable OpenLookup open() {
        if (!(state.get() instanceof State.Ready ready)) {
            return null;
        }
        if (ready.lookup().bound().isStale()) {
            forget(ready.lookup());
            return null;
        }
        if (!ready.driver().isPartOf(plans.driver.get())) {
            forget(ready.lookup(), OTHER_CONNECTIONS);
            return null;
        }
        return ready.lookup();
    }

    @Override
    public JdbcReason reason() {
        State now = state.get();
        if (now instanceof State.Opening opening) {
            return opening.reason(); // the one before, until another is known
        }
        return now instanceof State.Refused refused ? refused.reason() : OPENING;
    }

    @Override
    public void forget(OpenPlan stale) {
        forget(stale, CHANGED);
    }

    private void forget(OpenPlan stale, JdbcReason reason) {
        State now = state.get();
        if (now instanceof State.Ready ready && ready.lookup() == stale) {
            state.compareAndSet(now, new State.Refused(reason, plans.nanoTime.getAsLong(), FIRST_RETRY_NANOS / 2));
        }
    }

    @Override
    public CompletionStage<Void> resolve(HandlerSocketClient client, String schema, boolean now) {
        State before = state.get();
        if (before instanceof State.Opening opening) {
            return opening.done();
        }
        if (!(before instanceof State.Refused refused)
                || (!now && plans.nanoTime.getAsLong() - refused.retryAtNanos() < 0)) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (!state.compareAndSet(before, new State.Opening(done, refused.reason()))) {
            return resolve(client, schema, now);
        }
        DriverValues proven = plans.driver.get();
        openWith(client, schema, proven).whenComplete((open, failure) -> {
            state.set(open != null ? new State.Ready(open, proven) : refused(failure, refused.delayNanos()));
            done.complete(null);
        });
        return done;
    }

    private CompletionStage<OpenLookup> openWith(HandlerSocketClient client, String used, DriverValues proven) {
        try {
            if (!schema.isEmpty() && !schema.equals(used)) {
                throw LeftToJdbcException.table(
                        "table " + table + " is in schema " + schema + ", the connections in " + used);
            }
            return client.table(new TableName(used, table)).thenCompose(known -> open(client, known, proven, true));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Opens the index that this table offers.
     *
     * @param again whether to look once more at the table of a handle that reads another definition than this one: its
     *     keys would mean something else
     */
    private CompletionStage<OpenLookup> open(
            HandlerSocketClient client, Table known, DriverValues proven, boolean again) {
        Lookup asked = lookup.apply(known);
        IndexChoice choice = IndexChoice.of(asked, known, proven);
        return client.openIndex(choice.spec()).thenCompose(index -> {
            plans.opened(client, index);
            Table now = index.table();
            if (now.equals(known) && index.definition().equals(choice.definition())) {
                return CompletableFuture.completedFuture(new OpenLookup(asked, choice, now, index, client));
            }
            if (!again) {
                throw LeftToJdbcException.table("table " + table + " is changing");
            }
            return open(client, now, proven, false);
        });
    }

    /** Returns why a table with this definition does not answer the lookup; null if it does. */
    public @Nullable JdbcReason refusal(Table known, boolean limited) {
        try {
            Lookup asked = lookup.apply(known);
            return IndexChoice.of(asked, known, plans.driver.get()).refusal(asked, limited);
        } catch (LeftToJdbcException e) {
            return e.reason();
        }
    }

    private State refused(Throwable failure, long delayNanos) {
        Throwable cause = UnexpectedFailures.cause(failure);
        if (cause instanceof UnavailableException unavailable) {
            return new State.Refused(
                    notOpened(unavailable), plans.nanoTime.getAsLong() + FIRST_RETRY_NANOS, FIRST_RETRY_NANOS);
        }
        long delay = Math.min(LAST_RETRY_NANOS, delayNanos * 2);
        return new State.Refused(reason(cause), plans.nanoTime.getAsLong() + delay, delay);
    }

    private static JdbcReason notOpened(UnavailableException unavailable) {
        JdbcReason reason = JdbcReason.ofFailed(unavailable);
        return unavailable.reason() == UnavailableException.Reason.NOT_OPEN
                ? new JdbcReason(Kind.NOT_OPEN, reason.text()) // it was never open, so this is no outage
                : reason;
    }

    private JdbcReason reason(Throwable cause) {
        if (cause instanceof LeftToJdbcException left) {
            return left.reason();
        }
        if (cause instanceof RefusedException) {
            return new JdbcReason(Kind.TABLE, String.valueOf(cause.getMessage()));
        }
        return new JdbcReason(
                Kind.FAILURE,
                "the index could not be opened: "
                        + (cause instanceof HandlerSocketException
                                ? cause.getClass().getSimpleName()
                                : UnexpectedFailures.log(table, cause)));
    }
}
