// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.internal.catalogue;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Read;
import io.handlersocket.client.Rows;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.ClientWait;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.state.StatusBoard;
import io.handlersocket.client.spi.ClientSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A client that only describes a server. It has neither connections nor an event loop, so nothing that is asked of it can
 * reach HandlerSocket. Thread-safe.
 */
public final class CatalogueClient implements HandlerSocketClient {

    /** What is known about the server. */
    private record Known(
            ClientState state, String reason, Instant since, boolean otherProduct, Optional<Discovery.Survey> server) {

        Known(ClientState state, String reason, boolean otherProduct, Optional<Discovery.Survey> server) {
            this(state, reason, Instant.now(), otherProduct, server);
        }
    }

    private final ClientOptions options;
    private final String name;
    private final CatalogueReads reads;
    private final UserStages stages;
    private final CompletableFuture<Void> asked;
    private volatile boolean closed;
    private volatile Known known = new Known(ClientState.STARTING, "", false, Optional.empty());

    /** @param settings those of a builder */
    public CatalogueClient(ClientSettings settings) {
        this.options = (ClientOptions) settings;
        this.name = options.name();
        this.reads = new CatalogueReads(options);
        // There is no I/O thread, and a stage of a user may wait for the thread that reads.
        this.stages = new UserStages(options.callbackExecutor(), new CompletableFuture<Void>().defaultExecutor());
        this.asked = ask();
    }

    /** Asks what the server is; the stage does not fail. */
    private CompletableFuture<Void> ask() {
        return reads.server().handle((survey, failure) -> {
            known = survey != null
                    ? new Known(ClientState.DRAINED, CatalogueIndex.CATALOGUE_ONLY, false, Optional.of(survey))
                    : new Known(
                            failure instanceof NotUsableException ? ClientState.NOT_USABLE : ClientState.UNREACHABLE,
                            String.valueOf(failure.getMessage()),
                            failure instanceof NotUsableException other && other.isOtherProduct(),
                            Optional.empty());
            return null;
        });
    }

    /** Asks again if the server did not answer before, and completes when it is known or does not answer. */
    private CompletableFuture<Void> known() {
        return asked.thenCompose(done -> server().isEmpty() ? ask() : CompletableFuture.completedFuture(null));
    }

    @Override
    public Index index(IndexSpec spec) {
        DriverThread.refuseToWait("HandlerSocketClient.index", "openIndex");
        return ClientWait.begin(options, () -> known.state() + " " + known.reason())
                .await(open(spec));
    }

    @Override
    public Index index(String table) {
        DriverThread.refuseToWait("HandlerSocketClient.index", "openIndex");
        ClientWait wait = ClientWait.begin(options, () -> known.state() + " " + known.reason());
        wait.await(known());
        return wait.await(
                open(IndexSpec.primary(server().map(ServerFacts::schema).orElseThrow(this::unavailable), table)));
    }

    @Override
    public CompletionStage<Index> openIndex(IndexSpec spec) {
        return stages.of(open(spec));
    }

    private CompletableFuture<Index> open(IndexSpec spec) {
        return known().thenCompose(done -> reads.index(spec, server().orElseThrow(this::unavailable)));
    }

    @Override
    public CompletionStage<Table> table(TableName table) {
        return stages.of(reads.table(table));
    }

    @Override
    public Optional<ServerFacts> server() {
        return known.server().map(Discovery.Survey::facts);
    }

    /** Returns what prevents a client from using the server, each with what to change; empty while it is unknown. */
    public List<String> obstacles() {
        return known.server().map(Discovery.Survey::obstacles).orElse(List.of());
    }

    @Override
    public CompletionStage<ClientSnapshot> firstAttempt() {
        return stages.of(asked.thenApply(done -> snapshot()));
    }

    @Override
    public ClientSnapshot snapshot() {
        Known now = closed ? new Known(ClientState.CLOSED, "closed", false, Optional.empty()) : known;
        return StatusBoard.withoutConnections(now.state(), now.reason(), now.since(), now.otherProduct());
    }

    @Override
    public List<Rows> readTogether(List<Read> wanted) {
        throw unavailable();
    }

    @Override
    public CompletionStage<List<Rows>> readTogetherAsync(List<Read> wanted) {
        return CompletableFuture.failedStage(unavailable());
    }

    private UnavailableException unavailable() {
        return new UnavailableException(
                UnavailableException.Reason.DRAINED, name + ": " + snapshot().reason());
    }

    @Override
    public void release(Index index) {
        // Nothing is open.
    }

    @Override
    public void awaitReady(Duration limit) {
        ClientWait.awaitReady(this, limit, options.nanoTime());
    }

    @Override
    public void drain() {
        // Nothing is open.
    }

    @Override
    public void resume() {
        // There is nothing to connect.
    }

    @Override
    public void close() {
        closed = true;
        reads.close();
    }

    @Override
    public CompletionStage<Void> closeAsync() {
        close();
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public String toString() {
        return "HandlerSocketClient[name=" + name + ", " + snapshot() + ']';
    }
}
