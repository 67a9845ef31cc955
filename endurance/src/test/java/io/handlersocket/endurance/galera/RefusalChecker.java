// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import io.handlersocket.endurance.galera.Finding.Wrong;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Judges lookups of one node by what its SQL refused at that time. */
final class RefusalChecker {

    private final List<Refusal> refusals;
    private final long boundNanos;
    private long worstNanos;

    /** @param bound how long after SQL a node without quorum may answer lookups */
    RefusalChecker(List<Refusal> refusals, Duration bound) {
        this.refusals = List.copyOf(refusals);
        this.boundNanos = bound.toNanos();
    }

    /** Returns the lookups that the node must not have answered. */
    List<Finding> check(List<Observed> lookups) {
        List<Finding> findings = new ArrayList<>();
        for (Observed lookup : lookups) {
            for (Refusal refusal : refusals) {
                if (refusal.covers(lookup)) {
                    judge(lookup, refusal, findings);
                }
            }
        }
        return findings;
    }

    private void judge(Observed lookup, Refusal refusal, List<Finding> findings) {
        long late = refusal.lateness(lookup);
        if (refusal.joining()) {
            findings.add(new Finding(Wrong.WHILE_JOINING, lookup, "no answer before SQL answers"));
            return;
        }
        worstNanos = Math.max(worstNanos, late);
        if (late > boundNanos) {
            findings.add(new Finding(
                    Wrong.AFTER_REFUSAL,
                    lookup,
                    "no answer " + TimeUnit.NANOSECONDS.toMillis(late) + " ms after SQL has refused"));
        }
    }

    /** How long after SQL the last lookup of a node without quorum was answered, in ns; 0 if none was. */
    long worstNanos() {
        return worstNanos;
    }
}
