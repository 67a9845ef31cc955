// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    @Test
    void areDistinctAndOutsideTheRangeOfOutgoingConnections() {
        assertThat(Arrays.stream(FreePorts.find(20)).boxed())
                .doesNotHaveDuplicates()
                .allMatch(port -> port >= 15_000 && port < 32_768);
    }
}
