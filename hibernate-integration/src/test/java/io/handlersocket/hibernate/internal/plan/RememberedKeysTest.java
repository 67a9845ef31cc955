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
            keys.put(i % RememberedKeys.SLOTS, new byte[1 + i % 1_024]);
            assertThat(keys.bytes.get()).isBetween(1, RememberedKeys.MOST_BYTES);
        }
    }

    @Test
    void oneKeyForEachSlotIsKept() {
        RememberedKeys keys = new RememberedKeys();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < RememberedKeys.SLOTS; i++) {
                keys.put(i, new byte[3]);
            }
        }
        assertThat(keys.bytes.get()).isEqualTo(19 * RememberedKeys.SLOTS);
    }
}
