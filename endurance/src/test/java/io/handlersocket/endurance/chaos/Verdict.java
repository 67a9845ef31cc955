// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the JVMs noticed of one fault, each judged by what its own callers may notice.
 *
 * @param problems what contradicts the promise; empty: nothing
 * @param slowestMillis longest read
 * @param stallMillis longest read, but those of a JVM that was stopped itself
 */
record Verdict(List<String> problems, long readErrors, long writeErrors, long slowestMillis, long stallMillis) {

    /**
     * @param slack factor of the times that reads may take
     * @param before of each JVM, before the fault
     * @param after of each JVM in the same order, when all reads are over
     */
    static Verdict of(Fault fault, int slack, List<Status> before, List<Status> after) {
        List<String> problems = new ArrayList<>();
        long readErrors = 0;
        long writeErrors = 0;
        long slowest = 0;
        long stall = 0;
        for (int child = 0; child < after.size(); child++) {
            Effect effect = fault.effect().on(child);
            String label = fault + ": JVM " + child + ": ";
            long failed = Status.sum(after.get(child).readErrors())
                    - Status.sum(before.get(child).readErrors());
            long millis = after.get(child).slowestMillis();
            if (failed > 0 && effect.readsWork()) {
                problems.add(label + failed + " reads failed, though JDBC worked");
            }
            if (millis > slack * TimeUnit.SECONDS.toMillis(effect.deadlineSeconds())) {
                problems.add(label + "a read took " + millis + " ms");
            }
            readErrors += failed;
            writeErrors += Status.sum(after.get(child).writeErrors())
                    - Status.sum(before.get(child).writeErrors());
            slowest = Math.max(slowest, millis);
            stall = effect == Effect.FROZEN ? stall : Math.max(stall, millis);
        }
        return new Verdict(problems, readErrors, writeErrors, slowest, stall);
    }
}
