// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.state;

import io.handlersocket.client.ClientState;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** One line per change of state, and at most one a minute of each kind of trouble. Any thread. */
final class StateLog {

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");
    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String name;
    private final Map<ClientState, Long> warned = new ConcurrentHashMap<>();

    StateLog(String name) {
        this.name = name;
    }

    /** Logs a change of state. A client that was never connected logs a drain at DEBUG. */
    void changed(State state, boolean everConnected) {
        String reason = state.reason();
        ClientState now = state.client();
        switch (now) {
            case READY -> LOG.info("{}: HandlerSocket {}", name, reason);
            case UNREACHABLE, NOT_USABLE ->
                trouble(now, reason, state instanceof State.NotUsable unusable && unusable.otherProduct());
            case DRAINED ->
                LOG.atLevel(everConnected ? Level.INFO : Level.DEBUG)
                        .log("{}: HandlerSocket drained: {}", name, reason);
            case IDLE -> LOG.info("{}: HandlerSocket closed: {}", name, reason);
            case STARTING, CLOSED -> LOG.debug("{}: {}", name, now);
        }
    }

    private void trouble(ClientState state, String reason, boolean otherProduct) {
        long now = System.nanoTime();
        Long last = warned.get(state);
        if (!otherProduct && (last == null || now - last > QUIET_NANOS)) {
            warned.put(state, now);
            LOG.warn("{}: no lookups over HandlerSocket: {}", name, reason);
        } else {
            LOG.debug("{}: no lookups over HandlerSocket: {}", name, reason);
        }
    }
}
