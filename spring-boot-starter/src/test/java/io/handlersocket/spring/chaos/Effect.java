// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.chaos;

import java.util.EnumSet;
import java.util.Set;

/** What callers may notice of a fault. */
enum Effect {

    /** JDBC works: no read fails. */
    FAST_PATH(false, 4),

    /** Reads over JDBC work, writes may fail or wait. */
    WRITES(false, 6),

    /** DDL on the items: JDBC waits for its lock, or says that the table has changed. */
    ITEM_TABLE(true, 6),

    /** The same on the drafts. */
    DRAFT_TABLE(true, 6),

    /** DDL under the drain lock: as above, but no table has to rest afterwards. */
    MIGRATION(true, 6),

    /** JDBC fails too, with its own errors, within its own time-outs. */
    SQL(true, 12),

    /** The callers themselves stand still for a while. */
    FROZEN(true, 65);

    private final boolean readsMayFail;
    private final int deadlineSeconds;

    Effect(boolean readsMayFail, int deadlineSeconds) {
        this.readsMayFail = readsMayFail;
        this.deadlineSeconds = deadlineSeconds;
    }

    boolean readsMayFail() {
        return readsMayFail;
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
