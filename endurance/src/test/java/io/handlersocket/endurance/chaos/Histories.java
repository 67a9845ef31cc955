// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.endurance.history.Found;
import io.handlersocket.endurance.history.Write;

/**
 * The rows in the terms of the history checker. Its keys are the items, then the drafts. Its versions are even for
 * rows, and odd for the empty table before the drafts of a revision.
 */
final class Histories {

    private Histories() {}

    static long item(int id) {
        return id;
    }

    static long draft(int id) {
        return (long) Rows.ITEMS + id;
    }

    static Write itemWritten(int id, long revision) {
        return Write.alone(item(id), version(revision));
    }

    /** A write of two rows that one transaction commits; of the first one. */
    static Write itemWritten(int id, long revision, int partner, long partnerRevision) {
        return new Write(item(id), version(revision), false, item(partner), version(partnerRevision));
    }

    static Write draftWritten(int id, long revision) {
        return Write.alone(draft(id), version(revision));
    }

    static Write draftRemoved(int id, long nextRevision) {
        return Write.deletion(draft(id), version(nextRevision) - 1);
    }

    static Found found(Item item) {
        boolean whole = item.getText().equals(Rows.text("item", item.getId(), item.getRevision()))
                && item.getSlot() == Rows.slot(item.getId());
        return Found.of(item(item.getId()), version(item.getRevision()), whole);
    }

    static Found found(Draft draft) {
        boolean whole = draft.getText().equals(Rows.text("draft", draft.getId(), draft.getRevision()));
        return Found.of(draft(draft.getId()), version(draft.getRevision()), whole);
    }

    private static long version(long revision) {
        return 2 * revision + 2;
    }
}
