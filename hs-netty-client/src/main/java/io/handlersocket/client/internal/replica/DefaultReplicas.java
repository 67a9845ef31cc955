// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.replica;

import io.handlersocket.client.*;
import io.handlersocket.client.internal.DefaultClient;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Only for now. */
public final class DefaultReplicas implements Replicas {
    private final DefaultClient primary;
    public DefaultReplicas(ReplicaOptions options) { primary = new DefaultClient(options.primary()); }
    @Override public HandlerSocketClient client() { return primary; }
    @Override public ReadScope open(Freshness freshness) { throw new UnsupportedOperationException(); }
    @Override public ReadScope open(Freshness freshness, ReadSession session) { throw new UnsupportedOperationException(); }
    @Override public ReadSession session() { throw new UnsupportedOperationException(); }
    @Override public GtidPosition position() { throw new UnsupportedOperationException(); }
    @Override public CompletionStage<GtidPosition> positionAsync() { throw new UnsupportedOperationException(); }
    @Override public List<ServerSnapshot> servers() { throw new UnsupportedOperationException(); }
    @Override public void close() { primary.close(); }
}
