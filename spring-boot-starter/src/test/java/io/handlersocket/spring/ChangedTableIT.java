// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.DrainLock;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.altered.AlteredApplication;
import io.handlersocket.spring.altered.Tags;
import io.handlersocket.spring.altered.Tags.Shown;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * A table changes in what a query relies on but does not show. From the moment the change is done, each answer is the one of SQL:
 * over HandlerSocket by a new plan, or over JDBC with the reason.
 */
class ChangedTableIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    private final List<Lookup> lookups = new CopyOnWriteArrayList<>();

    /** A query, and the ids that it gives. */
    private record Read(String name, Function<Tags, Stream<Shown>> query) {}

    private static final Read CODE = new Read("a key", tags -> tags.findShownByCode("ZOE").stream());
    private static final Read CODE_LATER = new Read(
            "a key, later",
            tags -> Stream.ofNullable(tags.findLaterByCode("ZOE").join()));
    private static final Read CODE_EXISTS =
            new Read("a key, exists", tags -> tags.existsByCode("ZOE") ? Stream.of(new Shown(1)) : Stream.empty());
    private static final Read OTHER_CODE = new Read("a key of no row", tags -> tags.findShownByCode("EVE").stream());
    private static final Read ORDER = new Read("an order", tags -> tags.findShownByLevelOrderById(1).stream());
    private static final Read ORDER_LATER =
            new Read("an order, later", tags -> tags.findLaterByLevelOrderById(1).join().stream());
    private static final Read ORDER_OF_NOTHING =
            new Read("an order of no rows", tags -> tags.findShownByLevelOrderById(9).stream());
    private static final Read AMOUNT =
            new Read("a number", tags -> tags.findShownByAmount(new BigDecimal("1.5")).stream());

    @Test
    void aCollationAndATypeAndBack() {
        try (ConfigurableApplicationContext context = start()) {
            Tags tags = context.getBean(Tags.class);
            List<Read> codes = List.of(CODE, CODE_LATER, CODE_EXISTS);
            codes.forEach(read -> awaitFast(tags, read, List.of()));
            awaitFast(tags, OTHER_CODE, List.of());
            awaitFast(tags, ORDER, List.of(1L, 2L, 3L));
            awaitFast(tags, AMOUNT, List.of());

            server.execute("ALTER TABLE tag MODIFY code VARCHAR(20) COLLATE utf8mb4_general_ci NOT NULL,"
                    + " MODIFY level BIGINT NOT NULL");
            codes.forEach(read -> awaitFast(tags, read, List.of(1L)));
            awaitFast(tags, OTHER_CODE, List.of());
            awaitFast(tags, ORDER, List.of(1L, 2L, 3L));

            whileDrained(
                    context,
                    "ALTER TABLE tag MODIFY code VARCHAR(20) COLLATE utf8mb4_bin NOT NULL,"
                            + " MODIFY level INT NOT NULL");
            codes.forEach(read -> awaitFast(tags, read, List.of()));
            awaitFast(tags, OTHER_CODE, List.of());
            awaitFast(tags, ORDER, List.of(1L, 2L, 3L));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DROP PRIMARY KEY, ADD PRIMARY KEY (code)", "ENGINE=Aria"})
    void whatOrdersRowsOfEqualKeys(String change) {
        try (ConfigurableApplicationContext context = start()) {
            Tags tags = context.getBean(Tags.class);
            awaitFast(tags, ORDER, List.of(1L, 2L, 3L));
            awaitFast(tags, ORDER_LATER, List.of(1L, 2L, 3L));
            awaitFast(tags, ORDER_OF_NOTHING, List.of());

            whileDrained(context, "ALTER TABLE tag " + change, "INSERT INTO tag VALUES (0, 'bob', 1, 40)");

            // Neither index gives the order any longer, so the rows are sorted after they were read.
            awaitFast(tags, ORDER, List.of(0L, 1L, 2L, 3L));
            awaitFast(tags, ORDER_LATER, List.of(0L, 1L, 2L, 3L));
            awaitFast(tags, ORDER_OF_NOTHING, List.of());
            await().untilAsserted(
                            () -> assertThat(context.getBean(MethodPlans.class).all())
                                    .filteredOn(plan -> plan.method().contains("ByLevel"))
                                    .hasSize(2)
                                    .allMatch(plan -> plan.whyNot() == null));
        }
    }

    @Test
    void theDecimalsOfAKeyAndBack() {
        try (ConfigurableApplicationContext context = start()) {
            Tags tags = context.getBean(Tags.class);
            awaitFast(tags, AMOUNT, List.of());

            whileDrained(context, "ALTER TABLE tag MODIFY amount DECIMAL(10,0) NOT NULL");
            awaitJdbc(tags, AMOUNT, List.of(), "a key has more decimals than column amount");

            whileDrained(context, "ALTER TABLE tag MODIFY amount DECIMAL(10,2) NOT NULL");
            awaitFast(tags, AMOUNT, List.of());
        }
    }

    /**
     * Changes the table as a migration does, after the client has closed everything: while it opens an index, the server
     * and a session that changes the table would wait for each other. The client reads the table again as soon as the
     * lock is released.
     */
    private static void whileDrained(ConfigurableApplicationContext context, String... statements) {
        HandlerSocketClient client = context.getBean(HandlerSocketClient.class);
        try (DrainLock lock = DrainLock.acquire(server.dataSource())) {
            assertThat(lock.isHeld()).isTrue();
            await().until(() -> client.snapshot().state() == ClientState.DRAINED);
            server.execute(statements);
        }
    }

    /** With a client of its own: after each change of a table, a client stands back from it for longer. */
    private ConfigurableApplicationContext start() {
        AlteredApplication.createTable(server);
        return AlteredApplication.on(server)
                .initializers((GenericApplicationContext beans) ->
                        beans.registerBean(LookupListener.class, () -> lookups::add))
                .run();
    }

    /** Reads until the answer comes over HandlerSocket. Each answer on the way is checked, too. */
    private void awaitFast(Tags tags, Read read, List<Long> expected) {
        await(read.name()).atMost(Duration.ofSeconds(30)).until(() -> {
            Lookup lookup = lookup(tags, read, expected);
            return lookup.route() == LookupRoute.HANDLERSOCKET;
        });
    }

    /** Reads until JDBC answers for this reason. Until then, JDBC answers for other reasons. */
    private void awaitJdbc(Tags tags, Read read, List<Long> expected, String reason) {
        await(read.name()).atMost(Duration.ofSeconds(30)).until(() -> {
            Lookup lookup = lookup(tags, read, expected);
            assertThat(lookup.route()).as(read.name()).isEqualTo(LookupRoute.JDBC);
            return lookup.reason().equals(reason);
        });
    }

    private Lookup lookup(Tags tags, Read read, List<Long> expected) {
        lookups.clear();
        assertThat(read.query().apply(tags))
                .as(read.name())
                .extracting(Shown::id)
                .isEqualTo(expected);
        assertThat(lookups).as(read.name()).hasSize(1);
        return lookups.get(0);
    }
}
