// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.state.ReadSide;
import io.handlersocket.client.internal.control.state.State;
import io.handlersocket.client.internal.control.state.StatusBoard;
import io.handlersocket.client.internal.lookup.LookupContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

public record DefaultClientSnapshot(
        ClientState state,
        String reason,
        Instant since,
        boolean isOtherProduct,
        Optional<Endpoint> endpoint,
        Optional<Trouble> lastTrouble,
        CircuitState circuit,
        Optional<Duration> guardLag,
        int connections,
        int inFlight,
        long found,
        long missed,
        long failed,
        long reconnects,
        List<Long> batches,
        List<IndexSpec> openIndexes,
        Map<TableName, Instant> quarantined)
        implements ClientSnapshot {

    static ClientSnapshot of(ReadSide readSide, LookupContext context) {
        StatusBoard board = readSide.board();
        State now = board.now();
        return new DefaultClientSnapshot(
                now.shown(),
                now.reason(),
                board.since(),
                now instanceof State.NotUsable unusable && unusable.isOtherProduct(),
                board.server().map(Discovery.Found::endpoint),
                board.lastTrouble(),
                context.pool().circuit().state(),
                readSide.guardLag(),
                context.pool().size(),
                context.pool().inFlight(),
                context.counters().found().sum(),
                context.counters().missed().sum(),
                context.counters().failed().sum(),
                readSide.reconnects(),
                context.pool().batches().sums(),
                readSide.registry().openSpecs(),
                readSide.quarantine().until());
    }

    @Override
    public String remedy() {
        return StatusBoard.remedy(state, reason);
    }

    @Override
    public String toString() {
        return "state=" + state + (reason.isEmpty() ? "" : ", reason='" + reason + '\'') + ", since=" + since
                + endpoint.map(at -> ", endpoint=" + at).orElse("")
                + lastTrouble
                        .map(trouble -> ", lastTrouble='" + trouble.reason() + "' at " + trouble.at())
                        .orElse("")
                + ", circuit=" + circuit
                + guardLag.map(lag -> ", guardLag=" + lag.toMillis() + "ms").orElse("")
                + ", connections=" + connections + ", inFlight=" + inFlight + ", found=" + found + ", missed=" + missed
                + ", failed=" + failed + ", reconnects=" + reconnects + ", batches=" + batches + ", openIndexes="
                + openIndexes + ", quarantined=" + quarantined;
    }
}
