// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RememberedKeysTest {

    @Test
    void longEntriesReplaceOlderOnes() {
        RememberedKeys keys = new RememberedKeys();
        for (int i = 0; i < 3 * RememberedKeys.SLOTS; i++) {
            keys.put(i % RememberedKeys.SLOTS, new long[1 + i % 128]);
            assertThat(keys.longs()).isBetween(1, RememberedKeys.MOST_LONGS);
        }
    }

    @Test
    void oneKeyForEachSlotIsKept() {
        RememberedKeys keys = new RememberedKeys();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < RememberedKeys.SLOTS; i++) {
                keys.put(i, new long[3]);
            }
        }
        assertThat(keys.longs()).isEqualTo(5 * RememberedKeys.SLOTS);
    }
}
