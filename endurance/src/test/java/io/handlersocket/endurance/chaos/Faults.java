// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All faults, by name. */
final class Faults {

    /** One of each group that is soon over: for every build. */
    private static final List<String> SHORT =
            List.of("torn-line", "kill-9", "plugin-away", "half-open", "jdbc-down", "alter", "read-only");

    /** Those that make and end connections, for the search for leaks. */
    private static final List<String> CONNECTING = List.of("port-closed", "plugin-away", "torn-line", "restart");

    private static final Map<String, Fault> ALL = new LinkedHashMap<>();

    static {
        Stream.of(
                        ServerFaults.all(),
                        NetworkFaults.all(),
                        PortFaults.all(),
                        TableFaults.all(),
                        SqlFaults.all(),
                        ClientFaults.all())
                .flatMap(List::stream)
                .forEach(fault -> ALL.put(fault.name(), fault));
    }

    private Faults() {}

    static List<Fault> all() {
        return List.copyOf(ALL.values());
    }

    static List<Fault> ofAShortRun() {
        return named(SHORT);
    }

    static List<Fault> connecting() {
        return named(CONNECTING);
    }

    static List<Fault> named(List<String> names) {
        List<Fault> faults = new ArrayList<>();
        for (String name : names) {
            Fault fault = ALL.get(name);
            if (fault == null) {
                throw new IllegalArgumentException(
                        "chaos.faults: " + name + " (expected some of " + ALL.keySet() + ")");
            }
            faults.add(fault);
        }
        return faults;
    }
}
