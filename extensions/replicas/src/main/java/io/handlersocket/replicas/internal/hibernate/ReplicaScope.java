// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.hibernate;

import io.handlersocket.hibernate.spi.LoadScopes;
import io.handlersocket.replicas.ReadScope;

/** The scope of one read. */
record ReplicaScope(ReadScope scope) implements LoadScopes.Scope {

    @Override
    public boolean allowsOthers() {
        return !scope.freshness().isPrimary();
    }

    @Override
    public boolean usedOthers() {
        return scope.answers().stream().anyMatch(answer -> !answer.primary());
    }

    @Override
    public void close() {
        scope.close();
    }
}
