// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.TextOrder;
import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.internal.util.DriverValues;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Under a collation that ignores case, contracts "ch", and decides within ten characters. */
class RowOrderTest {

    private static final Column ID = FakeClient.column("id", "int(11)");
    private static final Column NAME = text("varchar", Optional.of(order()), true);

    private static TextOrder order() {
        String ranks = IntStream.rangeClosed(TextOrder.FIRST, TextOrder.LAST)
                .mapToObj(Character::toString)
                .collect(Collectors.joining())
                .toLowerCase(Locale.ROOT);
        return new TextOrder(ranks, Set.of("ch"), true, 10);
    }

    private static Column text(String type, Optional<TextOrder> order, boolean padded) {
        Collation collation = new Collation("some_ci", true, padded, false, true, order);
        return new Column(
                "name", type, type, false, false, 20, 80, 0, -1, 0, "utf8mb4", collation, true, false, List.of());
    }

    private static List<@Nullable Object> sorted(RowOrder order, @Nullable Object... names) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        Arrays.stream(names).forEach(name -> rows.add(new @Nullable Object[] {rows.size(), name}));
        order.sort(rows);
        List<@Nullable Object> sorted = new ArrayList<>();
        rows.forEach(row -> sorted.add(row[1]));
        return sorted;
    }

    private static RowOrder byName(boolean descending) {
        return new RowOrder(List.of(new RowOrder.Key(1, descending, NAME)));
    }

    @Test
    void textsAreSortedAsTheCollationDoesAndNullComesFirst() {
        assertThat(sorted(byName(false), "b", "A", null, "a ", "B", "_"))
                .containsExactly(null, "_", "A", "a ", "b", "B");
        assertThat(sorted(byName(true), "b", "A", null, "a ", "B", "_"))
                .containsExactly("b", "B", "A", "a ", "_", null);
    }

    /** The driver reads both as null. */
    @Test
    void aZeroDateComesAfterNullAndBeforeEveryDate() {
        RowOrder order = new RowOrder(List.of(new RowOrder.Key(1, false, FakeClient.column("day", "date"))));
        LocalDate first = LocalDate.of(1000, 1, 1);

        assertThat(sorted(order, first, ValueType.ZERO_DATE, null, ValueType.ZERO_DATE, null))
                .containsExactly(null, null, ValueType.ZERO_DATE, ValueType.ZERO_DATE, first);
    }

    @Test
    void theNextKeyDecidesAmongEqualTexts() {
        RowOrder order = new RowOrder(List.of(new RowOrder.Key(1, false, NAME), new RowOrder.Key(0, true, ID)));
        assertThat(sorted(order, "a", "b", "A", "a ")).containsExactly("a ", "A", "a", "b");
    }

    @Test
    void textsThatOnlySqlSortsAreLeftToJdbcUnlessThereIsOneRow() {
        for (String name : List.of("Zo\u00eb", "a\tb", "ich")) {
            assertThatThrownBy(() -> sorted(byName(false), "a", name))
                    .isInstanceOf(LeftToJdbcException.class)
                    .hasMessage(
                            "ORDER BY name: a value is not ASCII text, or has letters that the collation sorts as one");
            assertThat(sorted(byName(false), name)).containsExactly(name);
        }
        assertThatThrownBy(() -> sorted(byName(false), "aaaaaaaaaab", "aaaaaaaaaac"))
                .isInstanceOf(LeftToJdbcException.class)
                .hasMessageContaining("ORDER BY: texts that differ only after 10 characters");
    }

    @Test
    void onlyTextColumnsOfKnownOrderAreSorted() {
        assertThat(ValueType.TEXT.sortRefusal(NAME)).isNull();
        assertThat(ValueType.TEXT.sortRefusal(text("char", Optional.of(order()), true)))
                .isNull();
        assertThat(ValueType.TEXT.sortRefusal(text("char", Optional.of(order()), false)))
                .isEqualTo("only the database can sort by column name, which is char under some_ci");
        assertThat(ValueType.TEXT.sortRefusal(text("varchar", Optional.of(order()), false)))
                .isNull();
        assertThat(ValueType.TEXT.sortRefusal(text("longtext", Optional.empty(), true)))
                .isEqualTo("only the database can sort by column name, which is longtext under some_ci");
        assertThat(ValueType.TEXT.sortRefusal(text("enum", Optional.of(order()), true)))
                .isEqualTo("only the database can sort by column name, which is enum");
        assertThat(ValueType.TEXT.sortRefusal(FakeClient.column("name", "uuid")))
                .isNotNull();
        assertThat(ValueType.INTEGER.sortRefusal(ID)).isNull();
        assertThat(ValueType.DOUBLE.sortRefusal(ID)).isNotNull();
    }

    @Test
    void aLookupWhoseTextsAreRepeatedlyLeftToSqlIsNotSentForAWhile() {
        FakeClient client = new FakeClient()
                .table("player", ID, NAME)
                .row("player", Map.of("id", 1L, "name", "Zo\u00eb"))
                .row("player", Map.of("id", 2L, "name", "b"))
                .row("player", Map.of("id", 3L, "name", "A"));
        Lookup lookup = new Lookup(
                "",
                "player",
                List.of(new Lookup.Selected("id", ValueType.INTEGER), new Lookup.Selected("name", ValueType.TEXT)),
                List.of("id"),
                List.of(),
                new RangeAndOrder(List.of(), null, List.of(new RangeAndOrder.Sort("name", false)), true),
                List.of(),
                null);
        LookupPlans plans = new LookupPlans(() -> 5, () -> new DriverValues(true, true, "utf8mb4_general_ci"));
        LookupPlan plan = Objects.requireNonNull(plans.of(lookup));
        plan.resolve(client, "game", false).toCompletableFuture().join();
        OpenLookup open = Objects.requireNonNull(plan.open());

        assertThat(open.read(keys(2L, 3L), List.of(), Page.ALL))
                .extracting(row -> row[1])
                .containsExactly("A", "b");
        for (int i = 0; i < 8; i++) {
            assertThatThrownBy(() -> open.read(keys(1L, 2L), List.of(), Page.ALL))
                    .isInstanceOf(LeftToJdbcException.class);
        }
        int sent = client.lookups().size();
        assertThatThrownBy(() -> open.read(keys(2L, 3L), List.of(), Page.ALL)).hasMessageContaining("not ASCII");
        assertThat(client.lookups()).hasSize(sent);
    }

    private static List<@Nullable Object[]> keys(Object... ids) {
        return Arrays.stream(ids).map(id -> new @Nullable Object[] {id}).toList();
    }
}
