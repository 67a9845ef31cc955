// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.time.Duration;
import org.awaitility.Awaitility;

/** The checks of a client's DDL guard. */
final class GuardCheck {

    private GuardCheck() {}

    /** Waits for a check that ends after this call and finds no session that waits. */
    static void awaitNext(HandlerSocketClient client) {
        long start = System.nanoTime();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> client.snapshot()
                        .guardLag()
                        .filter(lag -> lag.toNanos() < System.nanoTime() - start)
                        .isPresent());
    }
}
