// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientOptionsTest {

    /** For a socket, 0 means to wait for ever. */
    @ParameterizedTest
    @CsvSource({
        "PT0.000000001S, 1",
        "PT0.0005S, 1",
        "PT0.001S, 1",
        "PT0.0010001S, 2",
        "PT1S, 1000",
        "P25D, 2147483647",
        "PT2562047788015215H, 2147483647"
    })
    void aConnectTimeoutIsWholeMillisecondsButNeverNone(Duration connect, int millis) {
        Duration second = Duration.ofSeconds(1);
        var times = new ClientOptions.Times(connect, second, second, second);
        assertThat(times.connectMillis()).isEqualTo(millis);
    }
}
