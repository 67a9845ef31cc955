// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import io.handlersocket.client.HandlerSocketClient;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Takes HandlerSocket away and brings it back, one thing at a time, and says on the chart what happened. */
@Component
class Operations {

    private static final String WITHOUT_WAITING_LONG = "SET SESSION lock_wait_timeout = 20";

    /** Access denied to the server, a database, a table; a privilege is missing. */
    private static final Set<Integer> DENIED = Set.of(1044, 1045, 1142, 1227);

    private static final int NO_SUCH_PLUGIN = 1305;
    private static final int ALREADY_LOADED = 1968;

    private final ObjectProvider<HandlerSocketClient> clients;
    private final ObjectProvider<Cluster> clusters;
    private final Administrator administrator;
    private final OperationsProperties properties;
    private final Load load;
    private final ReentrantLock busy = new ReentrantLock();

    /** Whether a visitor has ordered it; a client that is resumed shows DRAINED until it has connected. */
    private boolean drained;

    Operations(
            ObjectProvider<HandlerSocketClient> clients,
            ObjectProvider<Cluster> clusters,
            Administrator administrator,
            OperationsProperties properties,
            Load load) {
        this.clients = clients;
        this.clusters = clusters;
        this.administrator = administrator;
        this.properties = properties;
        this.load = load;
    }

    /** What became of it, in words for the page. */
    record Outcome(Kind kind, String text) {
        enum Kind {
            DONE,
            OFF,
            BUSY,
            REFUSED
        }
    }

    boolean areEnabled() {
        return properties.enabled();
    }

    /** Those that this database has. */
    List<Operation> offered() {
        boolean cluster = clusters.getIfAvailable() != null;
        return Arrays.stream(Operation.values())
                .filter(operation -> cluster || operation != Operation.KILL)
                .toList();
    }

    Outcome perform(Operation operation) {
        if (!properties.enabled()) {
            return new Outcome(
                    Outcome.Kind.OFF, "These buttons are off for this database. Set game.operations.enabled=true.");
        }
        if (!offered().contains(operation)) {
            return new Outcome(Outcome.Kind.OFF, "The database is not the sample's own cluster: game.cluster=galera.");
        }
        Optional<HandlerSocketClient> client = Optional.ofNullable(clients.getIfAvailable());
        if (client.isEmpty()) {
            return new Outcome(Outcome.Kind.OFF, "HandlerSocket is off: handlersocket.enabled=false.");
        }
        if (!busy.tryLock()) {
            return new Outcome(Outcome.Kind.BUSY, "Another visitor's operation is under way. Try again in a moment.");
        }
        load.operating(true);
        try {
            String text = perform(operation, client.get());
            load.mark(text, Mark.OPERATION);
            return new Outcome(Outcome.Kind.DONE, text);
        } catch (SQLException | IllegalStateException e) {
            String text = explanation(operation, e);
            load.mark(text, Mark.TROUBLE);
            return new Outcome(Outcome.Kind.REFUSED, text);
        } finally {
            load.operating(false);
            busy.unlock();
        }
    }

    private String perform(Operation operation, HandlerSocketClient client) throws SQLException {
        switch (operation) {
            case DRAIN -> {
                drained = true;
                client.drain();
                return "drained";
            }
            case RESUME -> {
                drained = false;
                client.resume();
                return "resumed";
            }
            case ALTER -> {
                load.mark("ALTER TABLE player begins", Mark.OPERATION);
                long begin = System.nanoTime();
                administrator.execute(WITHOUT_WAITING_LONG, "ALTER TABLE player FORCE");
                return "ALTER TABLE done after " + (System.nanoTime() - begin) / 1_000_000 + " ms";
            }
            case UNLOAD -> {
                withoutConnections(client, "UNINSTALL SONAME 'handlersocket'");
                return "plugin unloaded";
            }
            case LOAD -> {
                withoutConnections(client, "INSTALL SONAME 'handlersocket'");
                return "plugin loaded";
            }
            case KILL -> {
                return clusters.getObject().killNodeInUse();
            }
        }
        throw new IllegalArgumentException(operation.name());
    }

    /**
     * The server leaves the sockets of an unloaded plugin open and silent, so this client has none then. Resuming
     * afterwards makes the client look at once.
     */
    private void withoutConnections(HandlerSocketClient client, String statement) throws SQLException {
        client.drain();
        try {
            administrator.execute(WITHOUT_WAITING_LONG, statement);
        } finally {
            if (!drained) {
                client.resume();
            }
        }
    }

    private String explanation(Operation operation, Exception e) {
        int code = e instanceof SQLException sql ? sql.getErrorCode() : 0;
        if (DENIED.contains(code)) {
            return "The account " + administrator.user() + " may not do this (" + operation.label()
                    + "). Name one that may in game.operations.username.";
        }
        return switch (code) {
            case NO_SUCH_PLUGIN -> "The plugin is not loaded.";
            case ALREADY_LOADED -> "The plugin is loaded already.";
            default -> operation.label() + " did not succeed: " + e.getMessage();
        };
    }
}
