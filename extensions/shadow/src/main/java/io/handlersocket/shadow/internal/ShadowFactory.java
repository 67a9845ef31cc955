// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal;

import io.handlersocket.hibernate.spi.LoadObserver;
import java.sql.Connection;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Switches shadow mode on where the settings ask for it. */
public final class ShadowFactory implements LoadObserver.Factory {

    @Override
    public @Nullable LoadObserver create(
            Map<String, Object> settings, Function<Connection, Supplier<@Nullable String>> proof) {
        ShadowSettings wanted = ShadowSettings.of(settings);
        return wanted == null ? null : new ShadowMode(wanted, proof);
    }
}
