// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static io.handlersocket.hibernate.fixture.FakeClient.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IndexScanTest {

    private static final RangeAndOrder.Sort BY_SCORE = new RangeAndOrder.Sort("score", false);
    private static final RangeAndOrder.Sort BY_SCORE_DOWN = new RangeAndOrder.Sort("SCORE", true);
    private static final RangeAndOrder.Sort BY_ID = new RangeAndOrder.Sort("id", false);
    private static final RangeAndOrder.Sort BY_ID_DOWN = new RangeAndOrder.Sort("id", true);

    private static Table table(String engine, boolean descending) {
        return new Table(
                new TableName("game", "score"),
                "BASE TABLE",
                engine,
                false,
                Stream.of("id", "player", "score", "note")
                        .map(name -> column(name, "int(11)"))
                        .toList(),
                List.of(
                        new IndexDefinition(
                                IndexDefinition.PRIMARY, true, "BTREE", List.of(new IndexPart("id", 0, false))),
                        new IndexDefinition(
                                "by_player",
                                false,
                                "BTREE",
                                List.of(new IndexPart("player", 0, false), new IndexPart("score", 0, descending)))));
    }

    private static Lookup lookup(List<String> key, List<RangeAndOrder.Bound> bounds, RangeAndOrder.Sort... order) {
        return new Lookup(
                "",
                "score",
                List.of(new Lookup.Selected("id", ValueType.INTEGER)),
                key,
                List.of(),
                new RangeAndOrder(bounds, null, List.of(order), false),
                List.of(),
                null);
    }

    private static Lookup ofPlayer(RangeAndOrder.Sort... order) {
        return lookup(List.of("player"), List.of(), order);
    }

    private static void assertRefused(Lookup lookup, Table table, String reason) {
        assertThatThrownBy(() -> IndexScan.of(lookup, table)).hasMessageContaining(reason);
    }

    @Test
    void thePrimaryKeyFollowsInEveryIndexOfInnoDbAndOnlyThere() {
        assertThat(IndexScan.of(ofPlayer(BY_SCORE, BY_ID), table("InnoDB", false))
                        .descending())
                .isFalse();
        assertThat(IndexScan.of(ofPlayer(BY_SCORE_DOWN, BY_ID_DOWN), table("InnoDB", false))
                        .descending())
                .isTrue();
        assertThat(IndexScan.of(ofPlayer(BY_SCORE), table("MyISAM", false))
                        .index()
                        .name())
                .isEqualTo("by_player");
        assertRefused(ofPlayer(BY_SCORE, BY_ID), table("MyISAM", false), "ORDER BY score, id, which no index");
    }

    @Test
    void anOrderThatGoesUpAndDownOrComesLaterInTheIndexIsNotGiven() {
        Table table = table("InnoDB", false);
        assertRefused(ofPlayer(BY_SCORE, BY_ID_DOWN), table, "ORDER BY score, id desc, which no index of score gives");
        assertRefused(ofPlayer(BY_ID), table, "ORDER BY id");
        assertRefused(ofPlayer(BY_SCORE, new RangeAndOrder.Sort("note", false)), table, "ORDER BY score, note");
        assertThat(IndexScan.of(ofPlayer(BY_SCORE, BY_ID, new RangeAndOrder.Sort("note", true)), table)
                        .descending())
                .as("one row has that id")
                .isFalse();
    }

    @Test
    void indexesThatTheEngineWalksOtherwiseAreNotUsed() {
        assertRefused(ofPlayer(BY_SCORE), table("InnoDB", true), "no index of score starts with (player)");
        assertRefused(ofPlayer(BY_SCORE_DOWN), table("RocksDB", false), "MyRocks");
    }

    @Test
    void aRangeOfAWholeIndexNeedsABeginningAndSaysWhetherItHasAnEnd() {
        Table table = table("InnoDB", false);
        RangeAndOrder.Bound from = new RangeAndOrder.Bound("id", Comparison.GREATER);
        RangeAndOrder.Bound to = new RangeAndOrder.Bound("id", Comparison.LESS);
        assertThat(IndexScan.of(lookup(List.of(), List.of(from), BY_ID), table).endless())
                .isTrue();
        assertThat(IndexScan.of(lookup(List.of(), List.of(from, to), BY_ID), table)
                        .endless())
                .isFalse();
        assertRefused(lookup(List.of(), List.of(to), BY_ID), table, "without a beginning");
        assertRefused(lookup(List.of(), List.of(from), BY_ID_DOWN), table, "without a beginning");
    }

    @Test
    void aPageReadsWhatItSkipsAndRefusesWhatItCannot() {
        assertThat(new Page(3, 5).read()).isEqualTo(8);
        assertThat(new Page(3, 2).of(List.of(1, 2, 3, 4, 5, 6))).containsExactly(4, 5);
        assertThat(new Page(3, 2).of(List.of(1))).isEmpty();
        for (Page page : List.of(
                new Page(0, 0), new Page(Long.MAX_VALUE, 2), new Page(0, 1001), new Page(-1, 5), new Page(1000, 1))) {
            assertThatThrownBy(page::read).isInstanceOf(LeftToJdbcException.class);
        }
    }
}
