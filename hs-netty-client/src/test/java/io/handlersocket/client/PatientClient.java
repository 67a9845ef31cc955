// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.time.Duration;

/** Clients that wait while the machine stands still for a moment, in tests that are about something else. */
public final class PatientClient {

    private PatientClient() {}

    public static HandlerSocketClientBuilder builder() {
        return HandlerSocketClient.builder()
                .connectTimeout(Duration.ofSeconds(10))
                .requestTimeout(Duration.ofSeconds(5));
    }

    /**
     * The same without the guard, which closes all connections if the machine keeps it from looking: for tests that
     * change no table while a client has it open.
     */
    public static HandlerSocketClientBuilder unguarded() {
        return builder().withoutGuard();
    }

    /** Opens the primary key of a table, again if the machine keeps the server from answering in time. */
    public static Index index(HandlerSocketClient client, String table) {
        return Patience.answer(() -> client.index(table));
    }

    public static Index index(HandlerSocketClient client, IndexSpec spec) {
        return Patience.answer(() -> client.index(spec));
    }
}
