// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.TableName;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The state of one index with one set of columns, shared by all its handles. The control thread opens it, closes it and
 * opens it again while lookups go on. Thread-safe.
 */
public final class IndexState {

    /** Two lookups within this time count as one use, because a write by each would slow all threads down. */
    private static final long USE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Identifies an index; rows with lobs include TEXT, BLOB and the like. */
    public record Name(TableName table, String index, boolean withLobs) {

        @Override
        public String toString() {
            return table + "." + index;
        }
    }

    private sealed interface State {

        /** The opening that lookups use, or used last; null if there was none. */
        @Nullable
        OpenedIndex last();
    }

    private record Open(OpenedIndex last) implements State {}

    /** @param asked whether a lookup has requested the opening */
    private record NotOpen(
            Reason reason, AtomicBoolean asked, @Nullable OpenedIndex last) implements State {}

    /** @param asked whether a lookup has needed the index since the refusal */
    private record Refused(
            String why, AtomicBoolean asked, @Nullable OpenedIndex last) implements State {}

    private final Name name;
    private final AtomicLong lastUsedNanos;
    private volatile State state = new NotOpen(Reason.NOT_OPEN, new AtomicBoolean(), null);

    /** @param nowNanos by {@link System#nanoTime()}, as all times of this class */
    public IndexState(Name name, long nowNanos) {
        this.name = name;
        this.lastUsedNanos = new AtomicLong(nowNanos);
    }

    public Name name() {
        return name;
    }

    public TableName table() {
        return name.table();
    }

    public void open(OpenedIndex index, long nowNanos) {
        lastUsedNanos.set(nowNanos);
        state = new Open(index);
    }

    public void markNotOpen(Reason why) {
        state = new NotOpen(why, new AtomicBoolean(), state.last());
    }

    public void refuse(RefusedException why) {
        state = new Refused(String.valueOf(why.getMessage()), new AtomicBoolean(), state.last());
    }

    /** As {@link #markNotOpen}, but a reason of the index itself stays, unless the client is closed. */
    public void disconnect(Reason why, boolean quarantined) {
        boolean hasOwnReason = state instanceof NotOpen closed
                && switch (closed.reason()) {
                    case NOT_OPEN, EVICTED, IDLE -> true;
                    case QUARANTINED -> quarantined;
                    default -> false; // of the client
                };
        if (!hasOwnReason || why == Reason.CLOSED) {
            markNotOpen(why);
        }
    }

    /**
     * Notes that a lookup needs the index, which is not open. Returns, once, that the caller requests the opening, if
     * it was closed to make room or as idle. A refused index is opened again after a while.
     */
    boolean shouldRequestOpening() {
        State now = state;
        if (now instanceof Refused refused && !refused.asked().get()) {
            refused.asked().set(true);
        }
        return now instanceof NotOpen closed
                && switch (closed.reason()) {
                    case NOT_OPEN, EVICTED, IDLE -> closed.asked().compareAndSet(false, true);
                    default -> false;
                };
    }

    /** Lets the next lookup request the opening again. */
    public void openingFailed() {
        if (state instanceof NotOpen closed) {
            closed.asked().set(false);
        }
    }

    public boolean isIdle() {
        return state instanceof NotOpen closed && closed.reason() == Reason.IDLE;
    }

    /** Why it is not open; empty if it is open or refused. */
    public Optional<Reason> closedReason() {
        return state instanceof NotOpen closed ? Optional.of(closed.reason()) : Optional.empty();
    }

    public boolean isRefused() {
        return state instanceof Refused;
    }

    /** Whether it is to be opened: it is not open, and if it is refused, a lookup has needed it since. */
    public boolean isWanted() {
        State now = state;
        return now instanceof NotOpen
                || (now instanceof Refused refused && refused.asked().get());
    }

    public @Nullable OpenedIndex opened() {
        return state instanceof Open open ? open.last() : null;
    }

    /** The opening that lookups use now, or used last. */
    public Optional<OpenedIndex> last() {
        return Optional.ofNullable(state.last());
    }

    /** The reason why it is not open, as a new exception with the caller's stack. */
    HandlerSocketException whyNot() {
        State now = state;
        if (now instanceof Refused refused) {
            return new RefusedException(refused.why());
        }
        Reason why = now instanceof NotOpen closed ? closed.reason() : Reason.NOT_OPEN; // opened meanwhile
        return new UnavailableException(why, name + ": not open (" + why + ')');
    }

    void used(long nowNanos) {
        if (nowNanos - lastUsedNanos.get() > USE_NANOS) {
            lastUsedNanos.lazySet(nowNanos); // a volatile store would cost each lookup a memory barrier
        }
    }

    /** When a lookup last used it, by {@link System#nanoTime()}; up to 100 ms earlier. */
    public long lastUsedNanos() {
        return lastUsedNanos.get();
    }

    @Override
    public String toString() {
        return name.toString();
    }
}
