// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.IndexPart;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyOrderTest {

    private static String sorted(@Nullable Object[]... keys) {
        List<@Nullable Object[]> list = new ArrayList<>(List.of(keys));
        KeyOrder.sort(list, List.of(part(false), part(false)));
        return list.stream().map(Arrays::toString).toList().toString();
    }

    private static IndexPart part(boolean descending) {
        return new IndexPart("id", 0, descending);
    }

    private static @Nullable Object[] key(@Nullable Object... parts) {
        return parts;
    }

    @Test
    void numbersAreSortedByTheirValue() {
        assertThat(sorted(key(10), key(9), key(-1))).isEqualTo("[[-1], [9], [10]]");
        assertThat(sorted(key(Long.MAX_VALUE), key(Long.MIN_VALUE)))
                .isEqualTo("[[-9223372036854775808], [9223372036854775807]]");
        assertThat(sorted(key(new BigDecimal("1.10")), key(new BigDecimal("-0.5")), key(1)))
                .isEqualTo("[[-0.5], [1], [1.10]]");
    }

    @Test
    void partsAreSortedOneAfterTheOther() {
        assertThat(sorted(key(2, 1), key(1, 10), key(1, 9), key(1, null)))
                .isEqualTo("[[1, null], [1, 9], [1, 10], [2, 1]]");
    }

    @Test
    void descendingPartsAreTurned() {
        List<@Nullable Object[]> keys = new ArrayList<>(List.of(key(1, 1), key(2, 1), key(1, 2)));
        KeyOrder.sort(keys, List.of(part(true), part(false)));
        assertThat(keys).extracting(Arrays::toString).containsExactly("[2, 1]", "[1, 1]", "[1, 2]");

        List<@Nullable Object[]> single = new ArrayList<>(List.of(key(1), key(3), key(2)));
        KeyOrder.sort(single, List.of(part(true)));
        assertThat(single).extracting(Arrays::toString).containsExactly("[3]", "[2]", "[1]");
    }

    @Test
    void textsStayAsTheyCame() {
        assertThat(sorted(key("b"), key("a"))).isEqualTo("[[b], [a]]");
        assertThat(sorted(key(2, "a"), key(1, "b"))).isEqualTo("[[2, a], [1, b]]");
    }
}
