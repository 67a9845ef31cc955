// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the JVMs have done since this was made. For one thread. */
final class Recovery {

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

    /** Whether each JVM has written. */
    boolean writesWork() throws IOException {
        for (Map.Entry<Child, Status> each : before.entrySet()) {
            if (each.getKey().status().writes() <= each.getValue().writes()) {
                return false;
            }
        }
        return true;
    }

    /** Which of these kinds have not been read over HandlerSocket, and by which JVM. */
    List<String> missing(Set<Kind> kinds) throws IOException {
        List<String> missing = new ArrayList<>();
        for (Map.Entry<Child, Status> each : before.entrySet()) {
            Map<Kind, Long> now = each.getKey().status().fast();
            Map<Kind, Long> since = each.getValue().fast();
            kinds.stream()
                    .filter(kind -> now.getOrDefault(kind, 0L) <= since.getOrDefault(kind, 0L))
                    .forEach(kind -> missing.add(each.getKey() + " " + kind));
        }
        return missing;
    }
}
