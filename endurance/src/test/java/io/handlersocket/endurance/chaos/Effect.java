// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.util.EnumSet;
import java.util.Set;

/** What callers may notice of a fault. */
enum Effect {

    /** JDBC works. */
    FAST_PATH(4),

    /** Reads over JDBC work, writes may fail or wait. */
    WRITES(6),

    /** DDL on the items: JDBC works, but may wait for its lock. */
    ITEM_TABLE(6),

    /** The same on the drafts. */
    DRAFT_TABLE(6),

    /** DDL under the drain lock: as above, but no table has to rest afterwards. */
    MIGRATION(6),

    /** JDBC fails too, with its own errors, within its own time-outs. */
    SQL(12),

    /** One JVM stands still for a while; the others notice nothing. */
    FROZEN(65);

    private final int deadlineSeconds;

    Effect(int deadlineSeconds) {
        this.deadlineSeconds = deadlineSeconds;
    }

    /** Whether reads over JDBC work all the time: no read fails then, and lookups must be back soon after the end. */
    boolean readsWork() {
        return this != SQL && this != FROZEN;
    }

    /** What the callers of one JVM may notice. */
    Effect on(int child) {
        return this == FROZEN && child != Applications.STOPPED ? FAST_PATH : this;
    }

    /** The longest read that is accepted. */
    int deadlineSeconds() {
        return deadlineSeconds;
    }

    /** Reads of the table that DDL waited for: the client leaves it to JDBC for a while afterwards. */
    Set<Kind> resting() {
        return switch (this) {
            case ITEM_TABLE -> EnumSet.complementOf(EnumSet.of(Kind.DRAFT));
            case DRAFT_TABLE -> EnumSet.of(Kind.DRAFT);
            default -> EnumSet.noneOf(Kind.class);
        };
    }

    /** All other reads. */
    Set<Kind> others() {
        Set<Kind> others = EnumSet.allOf(Kind.class);
        others.removeAll(resting());
        return others;
    }
}
