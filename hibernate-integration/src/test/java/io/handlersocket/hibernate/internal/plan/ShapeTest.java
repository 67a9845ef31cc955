// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.spi.RangeAndOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows whose texts a collation holds equal may come in any order, so texts are no sort keys to compare. */
class ShapeTest {

    private static Lookup lookup(String... order) {
        return new Lookup(
                "",
                "player",
                List.of(
                        new Lookup.Selected("id", ValueType.INTEGER),
                        new Lookup.Selected("name", ValueType.TEXT),
                        new Lookup.Selected("born", ValueType.DATE)),
                List.of("team"),
                List.of(),
                new RangeAndOrder(
                        List.of(),
                        null,
                        Arrays.stream(order)
                                .map(column -> new RangeAndOrder.Sort(column, false))
                                .toList(),
                        false),
                List.of(),
                null);
    }

    @Test
    void theOrderEndsAtTheFirstText() {
        assertThat(lookup("born", "id").selected().order()).containsExactly(2, 0);
        assertThat(lookup("born", "name", "id").selected().order()).containsExactly(2);
        assertThat(lookup("name", "id").selected().order()).isEmpty();
        assertThat(lookup("absent", "id").selected().order()).isEmpty();
    }

    @Test
    void theOrderOfAJoinToo() {
        Join join = new Join(
                List.of(new Join.Table(lookup(), false, List.of(), 1)),
                List.of(item(0), item(1), item(2)),
                List.of(new Join.Order(2, false), new Join.Order(1, false), new Join.Order(0, false)));
        assertThat(join.selected().order()).containsExactly(2);
    }

    private static Join.Item item(int column) {
        return new Join.Item(new Join.Origin(0, column), List.of());
    }
}
