// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.spring.autoconfigure.HandlerSocketProperties.Startup;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line in the log for each state an operator should know of; of one kind of outage, one WARN a minute at most. */
final class StateLog implements ClientListener {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");
    private static final long INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();

    private final Startup startup;
    private final LongSupplier clock;
    private final Map<Kind, Long> lastWarn = new EnumMap<>(Kind.class);
    private @Nullable HandlerSocketClient client;
    private @Nullable ClientState logged;

    StateLog(Startup startup, LongSupplier clock) {
        this.startup = startup;
        this.clock = clock;
    }

    /** What is wrong, as far as the remedy differs. */
    enum Kind {
        OTHER_DATABASE,
        NO_PLUGIN,
        NOT_LISTENING,
        NOT_USABLE,
        UNREACHABLE
    }

    /** An outage, for an operator: what it is, why, and what to do. */
    record Outage(Kind kind, String reason) {

        private static final String LINES = """

                    [mariadbd]
                    %splugin_maturity = beta
                    handlersocket_address = 127.0.0.1
                    handlersocket_port = 9998
                    handlersocket_timeout = 30
                    lock_wait_timeout = 10""";

        static Outage of(HandlerSocketClient client, ClientState state, String reason) {
            Optional<ServerFacts> server = client.server();
            if (state == ClientState.NOT_USABLE) {
                return new Outage(server.map(Outage::kind).orElse(Kind.OTHER_DATABASE), reason);
            }
            return new Outage(Kind.UNREACHABLE, reason);
        }

        private static Kind kind(ServerFacts server) {
            if (!server.plugin()) {
                return Kind.NO_PLUGIN;
            }
            return server.readPort() == 0 ? Kind.NOT_LISTENING : Kind.NOT_USABLE;
        }

        String description() {
            return switch (kind) {
                case NO_PLUGIN -> "the server has not loaded the plugin";
                case NOT_LISTENING -> "the plugin is loaded but listens on no port";
                case OTHER_DATABASE, NOT_USABLE, UNREACHABLE -> reason;
            };
        }

        String remedy() {
            return switch (kind) {
                case NO_PLUGIN ->
                    "Put these lines into my.cnf and restart the server; the address is the one to listen on,"
                            + " reachable by the application only:"
                            + LINES.formatted("plugin_load_add = handlersocket\n");
                case NOT_LISTENING ->
                    "Put these lines into my.cnf and restart the server; the address is the one to listen"
                            + " on, reachable by the application only:" + LINES.formatted("");
                case OTHER_DATABASE -> "HandlerSocket is a plugin of MariaDB.";
                case NOT_USABLE, UNREACHABLE -> "Recovery needs no restart of the application.";
            };
        }
    }

    /** The client this is the log of; from here on it can say more than the reason. */
    synchronized void watch(HandlerSocketClient watched) {
        client = watched;
        if (logged == null && watched.snapshot().state() != ClientState.STARTING) {
            log(watched, watched.snapshot().state(), watched.snapshot().reason());
        }
    }

    @Override
    public synchronized void stateChanged(ClientState before, ClientState now, String reason) {
        if (client != null) {
            log(client, now, reason);
        }
    }

    private void log(HandlerSocketClient watched, ClientState now, String reason) {
        switch (now) {
            case READY -> ready(watched);
            case NOT_USABLE, UNREACHABLE -> outage(Outage.of(watched, now, reason));
            case DRAINED -> log.info("HandlerSocket: drained, lookups go over SQL ({})", reason);
            case STARTING, CLOSED -> log.debug("HandlerSocket: {}", now);
        }
        logged = now;
    }

    private void ready(HandlerSocketClient watched) {
        String endpoint = watched.snapshot().endpoint().map(Endpoint::toString).orElse("connected");
        String server = watched.server()
                .map(facts -> ", database " + facts.schema() + ", server " + facts.version())
                .orElse("");
        log.info("HandlerSocket: {}{}{}", endpoint, server, logged == null ? "" : "; lookups go over it again");
    }

    private void outage(Outage outage) {
        if (outage.kind() == Kind.OTHER_DATABASE || startup == Startup.OFF || !due(outage.kind())) {
            log.debug("HandlerSocket: {}; lookups go over SQL", outage.description());
            return;
        }
        log.warn("HandlerSocket: {}; lookups go over SQL. {}", outage.description(), outage.remedy());
    }

    private boolean due(Kind kind) {
        long now = clock.getAsLong();
        Long last = lastWarn.get(kind);
        if (last != null && now - last < INTERVAL_NANOS) {
            return false;
        }
        lastWarn.put(kind, now);
        return true;
    }
}
