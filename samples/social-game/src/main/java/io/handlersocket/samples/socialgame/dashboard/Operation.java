// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a button does. */
enum Operation {
    DRAIN("Drain", "closes this application's HandlerSocket connections; every read goes over JDBC"),
    RESUME("Resume", "lets the client connect again"),
    ALTER("ALTER TABLE now", "rebuilds the table player while it is read"),
    UNLOAD("Unload the plugin", "drains, then UNINSTALL SONAME 'handlersocket'"),
    LOAD("Load it back", "INSTALL SONAME 'handlersocket'"),
    KILL(
            "Kill the node in use",
            "kills that server's process; the address then leads to the next node of the cluster. Requests in flight may"
                    + " fail, as they do over JDBC alone");

    private final String label;
    private final String explanation;

    Operation(String label, String explanation) {
        this.label = label;
        this.explanation = explanation;
    }

    public String label() {
        return label;
    }

    public String explanation() {
        return explanation;
    }

    /** As in the address. */
    public String path() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Operation> of(String path) {
        return Arrays.stream(values())
                .filter(operation -> operation.path().equals(path))
                .findFirst();
    }
}
