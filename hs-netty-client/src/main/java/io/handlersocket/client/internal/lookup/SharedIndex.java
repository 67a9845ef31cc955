// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One index with one set of columns, shared by all handles that read it. Opened, closed and opened again by the control
 * thread while lookups go on; every method may be called from any thread.
 */
public final class SharedIndex {

    /**
     * What tells one from another.
     *
     * @param table the table
     * @param index the index's name
     * @param withLobs whether TEXT, BLOB and the like are read with each row
     */
    public record Key(TableName table, String index, boolean withLobs) {

        @Override
        public String toString() {
            return table + "." + index;
        }
    }

    private final Key key;
    private volatile @Nullable OpenedIndex opened;
    private volatile @Nullable OpenedIndex last;
    private volatile @Nullable RefusedException refusal;
    private volatile UnavailableException.Reason reason = UnavailableException.Reason.NOT_OPEN;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile long lastUsedNanos = System.nanoTime();

    public SharedIndex(Key key) {
        this.key = key;
    }

    public Key key() {
        return key;
    }

    /** Lookups may be sent from here on. */
    public void open(OpenedIndex index) {
        last = index;
        refusal = null;
        lastUsedNanos = System.nanoTime();
        opened = index;
        asked.set(false);
    }

    /** Lookups fail from here on with this reason. */
    public void close(UnavailableException.Reason why) {
        reason = why;
        opened = null;
        refusal = null;
        asked.set(false);
    }

    /** Lookups fail from here on with this reason, if it is news: not if the index was closed before for a reason of its own. */
    public void disconnect(UnavailableException.Reason why) {
        if (opened != null || reason == UnavailableException.Reason.NOT_CONNECTED) {
            close(why);
        }
    }

    /** Lookups are refused from here on. */
    public void refuse(RefusedException why) {
        refusal = why;
        opened = null;
    }

    /** Whether it was closed only to make room for others, or for want of lookups, and nobody has asked since; true once. */
    boolean shouldBeAskedFor() {
        return (isAsleep() || reason == UnavailableException.Reason.NOT_OPEN)
                && refusal == null
                && asked.compareAndSet(false, true);
    }

    /** Whether it was closed for want of lookups. */
    public boolean isAsleep() {
        return reason == UnavailableException.Reason.IDLE && opened == null;
    }

    /** What was asked for could not be done: the next lookup asks again. */
    public void askAgain() {
        asked.set(false);
    }

    /** What lookups use now, or null. */
    public @Nullable OpenedIndex opened() {
        return opened;
    }

    /** What lookups use now, or used last. */
    public Optional<OpenedIndex> last() {
        return Optional.ofNullable(last);
    }

    /** Whether it was open once, and must not be now. */
    public boolean isRefusedSinceOpened() {
        return refusal != null && last != null;
    }

    /** Why nothing is open: a fresh exception, because it carries the caller's stack. */
    HandlerSocketException whyNot() {
        RefusedException refused = refusal;
        if (refused != null) {
            return new RefusedException(String.valueOf(refused.getMessage()));
        }
        UnavailableException.Reason why = reason;
        return new UnavailableException(why, key + ": not open (" + why + ')');
    }

    void used(long nowNanos) {
        lastUsedNanos = nowNanos;
    }

    /** When a lookup last used it, by {@link System#nanoTime()}. */
    public long lastUsedNanos() {
        return lastUsedNanos;
    }

    @Override
    public String toString() {
        return key.toString();
    }
}
