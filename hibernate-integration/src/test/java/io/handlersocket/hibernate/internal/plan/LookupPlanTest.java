// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static io.handlersocket.hibernate.fixture.FakeClient.column;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.internal.util.DriverValues;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LookupPlanTest {

    private static final Lookup BY_ID = new Lookup(
            "",
            "player",
            List.of(new Lookup.Selected("name", ValueType.TEXT), new Lookup.Selected("ID", ValueType.INTEGER)),
            List.of("ID"),
            List.of(),
            RangeAndOrder.NONE,
            List.of(),
            null);

    private long now = 5;
    private final FakeClient client = new FakeClient();
    private DriverValues driver = new DriverValues(true, true, "utf8mb4_general_ci");
    private final LookupPlans plans = new LookupPlans(() -> now, () -> driver);

    private void createTable() {
        client.table("player", column("id", "int(11)"), column("name", "varchar(20)"))
                .row("player", Map.of("id", 1L, "name", "ann"));
    }

    private void resolve(LookupPlan plan) {
        assertThat(plan.resolve(client, "game", false).toCompletableFuture()).isCompleted();
    }

    private LookupPlan plan() {
        return plan(BY_ID);
    }

    private LookupPlan plan(Lookup lookup) {
        LookupPlan plan = plans.of(lookup);
        assertThat(plan).isNotNull();
        return plan == null ? Assertions.fail("no plan") : plan;
    }

    @Test
    void opensInTheBackground() {
        createTable();
        CompletableFuture<Void> signal = new CompletableFuture<>();
        client.openAfter(signal);
        LookupPlan plan = plan();
        assertThat(plan.resolve(client, "game", false).toCompletableFuture()).isNotCompleted();
        assertThat(plan.open()).isNull();
        assertThat(plan.reason().text()).isEqualTo("the index is being opened");
        signal.complete(null);
        OpenLookup open = plan.open();
        assertThat(open).isNotNull();
        assertThat(plans.of(BY_ID)).isSameAs(plan);
    }

    /** A load asks for the reason after it has found the plan not open. */
    @Test
    void aJoinThatHasJustOpenedWasBeingOpened() {
        createTable();
        Join join = new Join(List.of(new Join.Table(BY_ID, false, List.of(), 1)), List.of(), List.of());
        JoinPlan plan = new JoinPlan(join, plans);
        assertThat(plan.open()).isNull();
        resolve(plan(BY_ID));
        assertThat(plan.reason()).isEqualTo(LookupPlan.OPENING);
    }

    @Test
    void releasesEachOpenedIndexOnce() {
        createTable();
        resolve(plan());
        plans.release(client);
        plans.release(client);
        assertThat(client.released())
                .singleElement()
                .satisfies(spec -> assertThat(spec.table().table()).isEqualTo("player"));
    }

    /** As where its opening was under way when the session factory closed. */
    @Test
    void releasesAnIndexThatOpensAfterThat() {
        createTable();
        plans.release(client);
        resolve(plan());
        assertThat(client.released()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(UnavailableException.Reason.class)
    void whyItIsNotOpenHasTheKindOfALookupThatFails(UnavailableException.Reason unavailable) {
        createTable();
        UnavailableException failure = new UnavailableException(unavailable, "x");
        client.openAfter(CompletableFuture.failedFuture(failure));
        LookupPlan plan = plan();

        resolve(plan);

        assertThat(plan.reason().text()).isEqualTo(JdbcReason.ofFailed(failure).text());
        boolean isNotYet = unavailable == UnavailableException.Reason.NOT_OPEN;
        assertThat(plan.reason().kind())
                .isEqualTo(
                        isNotYet
                                ? JdbcReason.Kind.NOT_OPEN
                                : JdbcReason.ofFailed(failure).kind());
    }

    @Test
    void anOpenIndexRefusesOnlyTheBound() {
        createTable();
        LookupPlan plan = plan();
        resolve(plan);
        OpenLookup open = Objects.requireNonNull(plan.open());
        RefusedException refused = new RefusedException("x");

        assertThat(plan.failed(open, refused).reason().kind()).isEqualTo(JdbcReason.Kind.VALUE);
        assertThat(plan.open()).isSameAs(open);

        client.failWith(refused);
        assertThat(plan.failed(open, refused).reason().kind()).isEqualTo(JdbcReason.Kind.TABLE);
        assertThat(plan.open()).isNull();
    }

    @Test
    void mapsTheKeyToTheIndexOfTheHandleThatIsUsed() {
        Lookup byBoth = new Lookup(
                "",
                "pair",
                List.of(new Lookup.Selected("n", ValueType.INTEGER)),
                List.of("a", "b"),
                List.of(),
                RangeAndOrder.NONE,
                List.of(),
                null);
        Column[] columns = {column("a", "int(11)"), column("b", "int(11)"), column("n", "int(11)")};
        client.table("pair", List.of("a", "b"), columns);
        CompletableFuture<Void> signal = new CompletableFuture<>();
        client.openAfter(signal);
        LookupPlan plan = plan(byBoth);
        plan.resolve(client, "game", false);
        client.table("pair", List.of("b", "a"), columns);
        signal.complete(null);
        OpenLookup open = plan.open();
        if (open == null) {
            throw new AssertionError(plan.reason());
        }
        open.read(List.<Object[]>of(new Object[] {1L, 2L}), List.of());
        assertThat(client.lookups()).containsExactly(List.of("pair", 2L));
    }

    @Test
    void anIndexThatIsNoLongerTheKeyIsNotUsed() {
        createTable();
        CompletableFuture<Void> signal = new CompletableFuture<>();
        client.openAfter(signal);
        LookupPlan plan = plan();
        plan.resolve(client, "game", false);
        client.table("player", List.of("name"), column("id", "int(11)"), column("name", "varchar(20)"));
        signal.complete(null);
        assertThat(plan.open()).isNull();
        assertThat(plan.reason().text()).isEqualTo("no index of player starts with (ID)");
    }

    private static final Lookup NAME_BY_ID = byKey("name", ValueType.TEXT, "id");

    private OpenLookup opened(LookupPlan plan) {
        resolve(plan);
        OpenLookup open = plan.open();
        if (open == null) {
            throw new AssertionError(plan.reason());
        }
        return open;
    }

    @Test
    void aChangeOfAColumnThatIsOnlyComparedEndsThePlan() {
        createTable();
        LookupPlan plan = plan(NAME_BY_ID);
        OpenLookup open = opened(plan);
        client.table("player", column("id", "bigint(20)"), column("name", "varchar(20)"));

        assertThat(plan.open()).isNull();
        assertThat(plan.reason().text()).isEqualTo("the table changed");
        Assertions.assertThatThrownBy(() -> open.read(keys(1L), List.of(), Page.ALL))
                .isInstanceOf(LeftToJdbcException.class);
        assertThat(client.lookups()).isEmpty();
        assertThat(opened(plan)).isNotSameAs(open);
    }

    @Test
    void aTableThatIsReadAnewAndIsTheSameKeepsItsPlan() {
        createTable();
        LookupPlan plan = plan(NAME_BY_ID);
        OpenLookup open = opened(plan);
        createTable();
        assertThat(plan.open()).isSameAs(open);
        assertThat(open.read(keys(1L), List.of(), Page.ALL)).hasSize(1);
    }

    @Test
    void anAnswerWhileTheTableChangesIsNone() {
        createTable();
        LookupPlan plan = plan(NAME_BY_ID);
        OpenLookup open = opened(plan);
        client.whileAnswering(() -> client.table("player", column("id", "bigint(20)"), column("name", "varchar(20)")));
        Assertions.assertThatThrownBy(() -> open.read(keys(2L), List.of(), Page.ALL))
                .isInstanceOf(LeftToJdbcException.class);
        assertThat(client.lookups()).containsExactly(List.of("player", 2L));
    }

    private static List<Object[]> keys(long id) {
        return List.<Object[]>of(new Object[] {id});
    }

    @Test
    void looksAgainForATableThatWasNotThere() {
        LookupPlan plan = plan();
        resolve(plan);
        assertThat(plan.reason().text()).contains("no table game.player");
        createTable();
        resolve(plan);
        assertThat(plan.open()).as("too soon").isNull();
        now += Duration.ofSeconds(1).toNanos();
        CompletableFuture<Void> signal = new CompletableFuture<>();
        client.openAfter(signal);
        plan.resolve(client, "game", false);
        assertThat(plan.reason().text()).as("while it looks").contains("no table game.player");
        signal.complete(null);
        assertThat(plan.open()).isNotNull();
    }

    @Test
    void asksLessOftenTheLongerATableIsMissing() {
        LookupPlan plan = plan();
        int asked = 0;
        for (int second = 0; second < 300; second++) {
            if (plan.resolve(client, "game", false) != null && client.tablesAsked() > asked) {
                asked = client.tablesAsked();
            }
            now += Duration.ofSeconds(1).toNanos();
        }
        assertThat(asked).isBetween(8, 12);
    }

    @Test
    void choosesTheUniqueIndexWithinTheKeyOrElseOneThatStartsWithIt() {
        Column id = column("id", "int(11)");
        Column name = column("name", "varchar(20)");
        Table table = new Table(
                new TableName("game", "player"),
                "BASE TABLE",
                "InnoDB",
                false,
                List.of(id, name, column("nick", "varchar(20)")),
                List.of(
                        new IndexDefinition(
                                "PRIMARY",
                                true,
                                "BTREE",
                                List.of(new IndexPart("name", 0, false), new IndexPart("id", 0, false))),
                        new IndexDefinition("by_id", false, "BTREE", List.of(new IndexPart("id", 0, false))),
                        new IndexDefinition("prefix", true, "BTREE", List.of(new IndexPart("name", 5, false)))));
        assertThat(IndexChoice.of(lookup("id"), table, driver).spec().index()).isEqualTo("by_id");
        assertThat(IndexChoice.of(lookup("id"), table, driver).atMostOneRow()).isFalse();
        IndexChoice byName = IndexChoice.of(lookup("name"), table, driver);
        assertThat(byName.spec().index()).as("leading part").isEqualTo("PRIMARY");
        assertThat(byName.atMostOneRow()).isFalse();
        IndexChoice both = IndexChoice.of(lookup("ID", "name"), table, driver);
        assertThat(both.spec().index()).isEqualTo("PRIMARY");
        assertThat(both.atMostOneRow()).isTrue();
        assertThat(both.parts()).extracting(IndexChoice.Compared::value).containsExactly(1, 0);
        IndexChoice more = IndexChoice.of(lookup("id", "nick", "name"), table, driver);
        assertThat(more.spec().index()).isEqualTo("PRIMARY");
        assertThat(more.rest()).extracting(IndexChoice.Compared::value).containsExactly(1);
        assertRefused(lookup("nick"), table, "no index of player starts with (nick)");
        assertRefused(lookup("id", "nick"), table, "no index of player starts with (id, nick)");
    }

    private static Lookup lookup(String... key) {
        return byKey("id", ValueType.INTEGER, key);
    }

    private static Lookup byKey(String column, ValueType type, String... key) {
        return new Lookup(
                "",
                "player",
                List.of(new Lookup.Selected(column, type)),
                List.of(key),
                List.of(),
                RangeAndOrder.NONE,
                List.of(),
                null);
    }

    private static void assertRefused(Lookup lookup, Table table, String message) {
        Assertions.assertThatThrownBy(
                        () -> IndexChoice.of(lookup, table, new DriverValues(true, true, "utf8mb4_general_ci")))
                .hasMessage(message);
    }

    @Test
    void readsOnlyPairsOfTypesThatWereCompared() {
        assertThat(ValueType.INTEGER.refusal(column("a", "int(11)"), driver)).isNull();
        assertThat(ValueType.INTEGER.refusal(column("a", "varchar(5)"), driver)).contains("varchar(5)");
        assertThat(ValueType.TEXT.refusal(column("a", "datetime"), driver)).isNotNull();
        assertThat(ValueType.INTEGER.refusal(column("a", "double"), driver)).isNotNull();
        assertThat(ValueType.INTEGER.refusal(column("a", "timestamp"), driver)).isNotNull();
    }

    @Test
    void readsDatesAndRoundedNumbersOnlyAsTheDriverIsProvenTo() {
        DriverValues binary = new DriverValues(true, false, "utf8mb4_general_ci");
        DriverValues shifted = new DriverValues(false, true, "utf8mb4_general_ci");
        for (String type : List.of("datetime", "timestamp")) {
            assertThat(ValueType.TIMESTAMP.refusal(column("a", type), binary)).isNull();
            assertThat(ValueType.TIMESTAMP.refusal(column("a", type), shifted)).contains("JDBC URL");
        }
        for (ValueType type : List.of(ValueType.FLOAT, ValueType.DOUBLE, ValueType.DECIMAL)) {
            assertThat(type.refusal(column("a", "float"), shifted)).isNull();
            assertThat(type.refusal(column("a", "float"), binary)).contains("useServerPrepStmts");
        }
        assertThat(ValueType.FLOAT.refusal(column("a", "double"), binary)).contains("useServerPrepStmts");
        assertThat(ValueType.DECIMAL.refusal(column("a", "double"), binary)).contains("useServerPrepStmts");
        assertThat(ValueType.DOUBLE.refusal(column("a", "decimal(4,2)"), binary))
                .isNull();
        assertThat(driver.and(binary).and(shifted).options()).isEqualTo(DriverValues.UNKNOWN);
        assertThat(driver.and(driver.options())).isEqualTo(driver.options());
        assertThat(binary.and(driver)).isSameAs(binary);
    }

    /** A reader's connections are proven later than the others. */
    @Test
    void aPlanStaysWhenMoreIsProvenOfTheConnections() {
        driver = new DriverValues(true, true, "");
        createTable();
        LookupPlan plan = plan();
        resolve(plan);

        driver = new DriverValues(true, true, "utf8mb4_general_ci");

        assertThat(plan.open()).isNotNull();
    }

    @Test
    void aPlanEndsWhenAConnectionConvertsValuesInAnotherWay() {
        createTable();
        LookupPlan plan = plan();
        resolve(plan);
        assertThat(plan.open()).isNotNull();

        driver = new DriverValues(true, false, "utf8mb4_general_ci");

        assertThat(plan.open()).isNull();
        assertThat(plan.reason().text()).startsWith("a new connection's driver options");
    }
}
