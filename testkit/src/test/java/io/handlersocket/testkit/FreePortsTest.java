// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    @Test
    void areDistinctAndOutsideTheRangeOfOutgoingConnections() {
        assertThat(Arrays.stream(FreePorts.find(20)).boxed())
                .doesNotHaveDuplicates()
                .allMatch(port -> port >= 15_000 && port < 32_768);
    }

    @Test
    void aReservedPortIsNotGivenAgain() {
        Set<Integer> reserved = new HashSet<>();
        for (int i = 0; i < 30; i++) {
            Arrays.stream(FreePorts.reserve(100)).forEach(reserved::add);
        }
        assertThat(reserved).hasSize(3_000);
        for (int i = 0; i < 3; i++) {
            assertThat(Arrays.stream(FreePorts.find(100)).boxed()).doesNotContainAnyElementsOf(reserved);
        }
    }
}
