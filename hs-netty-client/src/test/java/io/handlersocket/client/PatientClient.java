// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.time.Duration;

/** Clients whose lookups wait while the machine stands still for a moment, which tests are not about. */
final class PatientClient {

    private PatientClient() {}

    static HandlerSocketClientBuilder builder() {
        return HandlerSocketClient.builder().requestTimeout(Duration.ofSeconds(5));
    }
}
