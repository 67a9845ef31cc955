// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One index with one set of columns, shared by all its handles. The control thread opens it, closes it and opens it
 * again while lookups go on. Thread-safe.
 */
public final class SharedIndex {

    /**
     * Identifies a shared index.
     *
     * @param table the table
     * @param index the index's name
     * @param withLobs whether each row includes TEXT, BLOB and the like
     */
    public record Name(TableName table, String index, boolean withLobs) {

        @Override
        public String toString() {
            return table + "." + index;
        }
    }

    private final Name name;
    private volatile @Nullable OpenedIndex opened;
    private volatile @Nullable OpenedIndex last;
    private volatile @Nullable RefusedException refusal;
    private volatile UnavailableException.Reason reason = UnavailableException.Reason.NOT_OPEN;
    private final AtomicBoolean requested = new AtomicBoolean();
    private final AtomicLong lastUsedNanos = new AtomicLong(System.nanoTime());

    public SharedIndex(Name name) {
        this.name = name;
    }

    public Name name() {
        return name;
    }

    public TableName table() {
        return name.table();
    }

    /** From now on lookups use this opening. */
    public void open(OpenedIndex index) {
        last = index;
        refusal = null;
        lastUsedNanos.set(System.nanoTime());
        opened = index;
        requested.set(false);
    }

    /** From now on lookups fail with this reason. */
    public void markNotOpen(UnavailableException.Reason why) {
        reason = why;
        opened = null;
        refusal = null;
        requested.set(false);
    }

    /**
     * As {@link #markNotOpen}, but an index that was closed for a reason of its own keeps that reason, unless the
     * client is closed.
     *
     * @param quarantined whether the index's table is quarantined
     */
    public void disconnect(UnavailableException.Reason why, boolean quarantined) {
        boolean hasOwnReason = opened == null
                && switch (reason) {
                    case NOT_OPEN, EVICTED, IDLE -> true;
                    case QUARANTINED -> quarantined;
                    default -> false; // of the client
                };
        if (!hasOwnReason || why == UnavailableException.Reason.CLOSED) {
            markNotOpen(why);
        }
    }

    /** From now on lookups are refused. */
    public void refuse(RefusedException why) {
        refusal = why;
        opened = null;
    }

    /** Whether a lookup is to request the opening: the index was closed to make room, or as idle. True once. */
    boolean shouldRequestOpening() {
        return (isIdle() || reason == UnavailableException.Reason.NOT_OPEN || isEvicted())
                && refusal == null
                && requested.compareAndSet(false, true);
    }

    /** Whether it was closed to keep others open. */
    public boolean isEvicted() {
        return reason == UnavailableException.Reason.EVICTED && opened == null;
    }

    /** Whether it was closed because there were no lookups. */
    public boolean isIdle() {
        return reason == UnavailableException.Reason.IDLE && opened == null;
    }

    /** Lets the next lookup request the opening again. */
    public void openingFailed() {
        requested.set(false);
    }

    /** The opening that lookups use now, or null. */
    public @Nullable OpenedIndex opened() {
        return opened;
    }

    /** The opening that lookups use now, or used last. */
    public Optional<OpenedIndex> last() {
        return Optional.ofNullable(last);
    }

    /** Whether it was open once, and is refused now. */
    public boolean isRefusedSinceOpened() {
        return refusal != null && last != null;
    }

    /** The reason why it is not open, as a new exception with the caller's stack. */
    HandlerSocketException whyNot() {
        RefusedException refused = refusal;
        if (refused != null) {
            return new RefusedException(String.valueOf(refused.getMessage()));
        }
        UnavailableException.Reason why = reason;
        return new UnavailableException(why, name + ": not open (" + why + ')');
    }

    void used(long nowNanos) {
        lastUsedNanos.lazySet(nowNanos); // a volatile store would cost each lookup a memory barrier
    }

    /** When a lookup last used it, by {@link System#nanoTime()}. */
    public long lastUsedNanos() {
        return lastUsedNanos.get();
    }

    @Override
    public String toString() {
        return name.toString();
    }
}
