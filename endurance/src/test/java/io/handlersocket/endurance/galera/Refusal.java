// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import io.handlersocket.endurance.galera.Probe.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * A time in which a node refused each query over SQL.
 *
 * @param from end of the first refused query
 * @param until begin of the last refused query
 * @param joining whether the node was down before, so that it must not answer at all
 */
record Refusal(long from, long until, boolean joining) {

    /** The refusals of one node, from its probes in their order. */
    static List<Refusal> of(List<Probe> probes) {
        List<Refusal> refusals = new ArrayList<>();
        boolean down = false;
        long from = 0;
        long until = 0;
        boolean refusing = false;
        for (Probe probe : probes) {
            if (probe.outcome() == Outcome.REFUSED) {
                from = refusing ? from : probe.end();
                until = probe.begin();
                refusing = true;
                continue;
            }
            if (refusing && until > from) {
                refusals.add(new Refusal(from, until, down));
            }
            refusing = false;
            down = probe.outcome() == Outcome.DOWN;
        }
        if (refusing && until > from) {
            refusals.add(new Refusal(from, until, down));
        }
        return refusals;
    }

    /** Whether SQL would certainly have refused whenever this read was answered. */
    boolean covers(Observed read) {
        return from <= read.begin() && read.end() <= until;
    }

    /** How long after the refusal this read began, in ns. */
    long lateness(Observed read) {
        return read.begin() - from;
    }
}
