// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.internal.transport.shared.Connection;
import org.junit.jupiter.api.Test;

class BatchSizesTest {

    @Test
    void countsByPowersOfTwo() {
        BatchSizes sizes = new BatchSizes(16);
        for (int size : new int[] {1, 1, 2, 3, 4, 5, 8, 9, 16}) {
            sizes.add(size);
        }
        assertThat(sizes.sums()).as("1, 2, 3 to 4, 5 to 8, 9 to 16").containsExactly(2L, 1L, 2L, 2L, 2L);
    }

    @Test
    void hasAPlaceForTheLargestBatch() {
        BatchSizes sizes = new BatchSizes(Connection.MAX_BATCH);
        sizes.add(Connection.MAX_BATCH);
        assertThat(sizes.sums()).hasSize(9).endsWith(1L);
    }
}
