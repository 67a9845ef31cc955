// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rounds of a run that say how the setups compare: no button was pressed, and no lookup fell back to JDBC. */
final class Undisturbed {

    private final List<Map<Setup, Slice>> rounds = new ArrayList<>();
    private boolean operating;
    private boolean disturbed;

    synchronized void begin() {
        disturbed = operating;
    }

    /** Counts the round that began last, and returns the summary of all that count. */
    synchronized Summary end(Map<Setup, Slice> slices, boolean fellBack) {
        if (!disturbed && !fellBack) {
            rounds.add(slices);
        }
        return Summary.of(rounds);
    }

    /** A visitor does something to the database or the client, until the next call. */
    synchronized void operating(boolean begins) {
        operating = begins;
        disturbed = true;
    }

    /** What comes cannot be compared with what was, as with more users. */
    synchronized void beginAgain() {
        rounds.clear();
        disturbed = true;
    }
}
