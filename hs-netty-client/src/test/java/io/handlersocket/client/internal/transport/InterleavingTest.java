// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.internal.transport.direct.ConnectionTurnInterleavings;
import io.handlersocket.client.internal.transport.shared.SendQueueInterleavings;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** All in one class, and so in one JVM: Lincheck's start takes longer than all that it checks. */
@Timeout(300)
@Tag("exhaustive")
class InterleavingTest {

    @Nested
    class OfTheTurn extends ConnectionTurnInterleavings {}

    @Nested
    class OfTheQueue extends SendQueueInterleavings {}

    @Nested
    class OfTheBreaker extends CircuitBreakerInterleavings {}
}
