// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Read;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.Rows;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.spring.internal.repository.unit.Loads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.springframework.beans.factory.ObjectProvider;

/** The application's client, which opens only tables that the application means to read. */
final class OwnTablesClient implements HandlerSocketClient {

    private final HandlerSocketClient client;
    private final Predicate<TableName> own;

    OwnTablesClient(HandlerSocketClient client, Predicate<TableName> own) {
        this.client = client;
        this.own = own;
    }

    @Override
    public Index index(IndexSpec spec) {
        refuse(spec.table());
        return client.index(spec);
    }

    @Override
    public Index index(String table) {
        Optional<ServerFacts> server = client.server();
        if (server.isPresent()) {
            return index(IndexSpec.primary(server.get().schema(), table)); // the schema that was checked
        }
        client.firstAttempt().toCompletableFuture().join();
        // Without a server the client throws the reason.
        return client.server().isPresent() ? index(table) : client.index(table);
    }

    @Override
    public CompletionStage<Index> openIndex(IndexSpec spec) {
        try {
            refuse(spec.table());
        } catch (RefusedException e) {
            return CompletableFuture.failedStage(e);
        }
        return client.openIndex(spec);
    }

    @Override
    public void release(Index index) {
        client.release(index);
    }

    // These reads need an index, which is checked when it is opened.
    @Override
    public List<Rows> readTogether(List<Read> reads) {
        return client.readTogether(reads);
    }

    @Override
    public CompletionStage<List<Rows>> readTogetherAsync(List<Read> reads) {
        return client.readTogetherAsync(reads);
    }

    private void refuse(TableName table) {
        if (!own.test(table)) {
            throw new RefusedException(table + ": neither the table of an entity nor named by handlersocket.tables");
        }
    }

    @Override
    public CompletionStage<Table> table(TableName name) {
        return client.table(name);
    }

    @Override
    public Optional<ServerFacts> server() {
        return client.server();
    }

    @Override
    public ClientSnapshot snapshot() {
        return client.snapshot();
    }

    @Override
    public CompletionStage<ClientSnapshot> firstAttempt() {
        return client.firstAttempt();
    }

    @Override
    public void awaitReady(Duration limit) {
        client.awaitReady(limit);
    }

    @Override
    public void drain() {
        client.drain();
    }

    @Override
    public void resume() {
        client.resume();
    }

    @Override
    public CompletionStage<Void> closeAsync() {
        return client.closeAsync();
    }

    @Override
    public void close() {
        client.close();
    }

    @Override
    public String toString() {
        return client.toString();
    }

    /**
     * Accepts the tables that may be opened: those of entities and those that are listed. HandlerSocket checks no
     * privileges, so the client must not open tables that the application does not mean to read.
     */
    static final class OwnTables implements Predicate<TableName> {

        private final List<String> listed;
        private final ObjectProvider<Loads> mapped;
        private final Set<TableName> known = ConcurrentHashMap.newKeySet();

        OwnTables(List<String> listed, ObjectProvider<Loads> mapped) {
            this.listed = listed;
            this.mapped = mapped;
        }

        @Override
        public boolean test(TableName table) {
            if (known.contains(table)) {
                return true;
            }
            boolean own = listed.contains(table.table())
                    || listed.contains(table.toString())
                    || mapped.stream().anyMatch(loads -> loads.map(table));
            if (own) {
                known.add(table);
            }
            return own;
        }
    }
}
