// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.catalog;

import io.handlersocket.client.catalog.ServerFacts;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a server said of itself. */
public record DefaultServerFacts(
        String version,
        String identity,
        String schema,
        String account,
        String sqlAddress,
        String systemTimeZone,
        String sessionTimeZone,
        @Nullable Instant lastTimestamp,
        boolean binaryLog,
        boolean readOnly,
        boolean galera,
        boolean plugin,
        String address,
        int readPort,
        int writePort)
        implements ServerFacts {}
