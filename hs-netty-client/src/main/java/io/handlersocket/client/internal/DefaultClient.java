// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The one implementation. */
public final class DefaultClient implements HandlerSocketClient {

    public DefaultClient(ClientOptions options) {
        throw new UnsupportedOperationException(options.name());
    }

    @Override
    public Index index(IndexSpec spec) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Index index(String table) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Index> openIndex(IndexSpec spec) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Table> table(TableName name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<ServerFacts> server() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ClientSnapshot snapshot() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<ClientSnapshot> firstAttempt() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void drain() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void resume() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
