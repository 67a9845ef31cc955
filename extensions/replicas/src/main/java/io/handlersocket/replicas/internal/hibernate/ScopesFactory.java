// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.hibernate;

import io.handlersocket.hibernate.spi.LoadScopes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lets replicas answer where the settings name them. */
public final class ScopesFactory implements LoadScopes.Factory {

    @Override
    public @Nullable LoadScopes create(Map<String, Object> settings, boolean snapshot) {
        return ReplicaScopes.of(settings, snapshot);
    }
}
