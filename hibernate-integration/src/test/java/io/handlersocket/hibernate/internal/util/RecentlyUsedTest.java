// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.util;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentlyUsedTest {

    private static final int SIZE = 100;

    private final RecentlyUsed<Integer, String> cache = new RecentlyUsed<>(SIZE);

    @Test
    void keepsWhatIsUsedWhileOthersPassBy() {
        int hits = 0;
        cache.add(-1, "used");
        for (int i = 0; i < 10 * SIZE; i++) {
            cache.add(i, "once");
            hits += cache.get(-1) == null ? 0 : 1;
        }
        assertThat(hits).isEqualTo(10 * SIZE);
    }

    @Test
    void takesNewEntriesWhenItIsFull() {
        for (int i = 0; i < 10 * SIZE; i++) {
            cache.add(i, "once");
        }
        cache.add(-1, "new");
        assertThat(cache.get(-1)).isEqualTo("new");
    }

    @Test
    void forgetsWhatWasNotUsed() {
        for (int i = 0; i < 2 * SIZE; i++) {
            cache.add(i, "once");
        }
        int known = 0;
        for (int i = 0; i < SIZE; i++) {
            known += cache.get(i) == null ? 0 : 1;
        }
        assertThat(known).isZero();
    }

    @Test
    void keepsTheFirstValueOfAKey() {
        assertThat(cache.add(1, "first")).isEqualTo("first");
        assertThat(cache.add(1, "second")).isEqualTo("first");
        assertThat(cache.get(1)).isEqualTo("first");
    }
}
