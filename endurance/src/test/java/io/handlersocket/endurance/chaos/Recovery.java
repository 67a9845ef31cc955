// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What the JVMs have done since this was made. For one thread. */
final class Recovery {

    private static final double PAUSE_SECONDS = 0.02;

    private final long startNanos = System.nanoTime();
    private final Map<Child, Status> before;

    Recovery(List<Child> children) throws IOException {
        before = statuses(children);
    }

    private static Map<Child, Status> statuses(Iterable<Child> children) throws IOException {
        Map<Child, Status> statuses = new LinkedHashMap<>();
        for (Child child : children) {
            statuses.put(child, child.status());
        }
        return statuses;
    }

    /** Returns when writes work and all lookups are back that need not rest; fails as soon as one is too late. */
    RecoveryClock await(Effect effect, int slack) throws IOException {
        RecoveryClock clock = new RecoveryClock(effect, slack);
        while (true) {
            Map<Child, Status> now = statuses(before.keySet());
            clock.observed(millis(), wrote(now), missing(now, effect.others()).isEmpty());
            String late = clock.late(millis());
            if (!late.isEmpty()) {
                throw new IllegalStateException(late);
            }
            if (clock.isOver()) {
                return clock;
            }
            Stage.hold(PAUSE_SECONDS);
        }
    }

    /** Returns when these are fast again, with the milliseconds since this was made. */
    long awaitTable(Set<Kind> kinds, Duration limit) throws Exception {
        Stage.await(
                "fast reads of the changed table", limit, () -> missing(kinds).isEmpty());
        return millis();
    }

    private long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }

    /** Whether each JVM has written. */
    private boolean wrote(Map<Child, Status> now) {
        return now.entrySet().stream()
                .allMatch(
                        each -> each.getValue().writes() > since(each.getKey()).writes());
    }

    private Status since(Child child) {
        return Objects.requireNonNull(before.get(child));
    }

    /** Which of these kinds have not been read over HandlerSocket, and by which JVM. */
    List<String> missing(Set<Kind> kinds) throws IOException {
        return missing(statuses(before.keySet()), kinds);
    }

    private List<String> missing(Map<Child, Status> now, Set<Kind> kinds) {
        List<String> missing = new ArrayList<>();
        for (Map.Entry<Child, Status> each : now.entrySet()) {
            Map<Kind, Long> fast = each.getValue().fast();
            Map<Kind, Long> old = since(each.getKey()).fast();
            kinds.stream()
                    .filter(kind -> fast.getOrDefault(kind, 0L) <= old.getOrDefault(kind, 0L))
                    .forEach(kind -> missing.add(each.getKey() + " " + kind));
        }
        return missing;
    }
}
