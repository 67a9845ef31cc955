// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.altered.AlteredApplication;
import io.handlersocket.spring.altered.Tags;
import io.handlersocket.spring.altered.Tags.Shown;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * A table changes in what a query relies on but does not show. From the moment the change is done, each answer is the one of SQL:
 * over HandlerSocket by a new plan, or over JDBC with the reason.
 */
class ChangedTableIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    private final List<Changing> opened = new ArrayList<>();

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

    /**
     * At the same time, each with its own application and database: after each change of a table, a client stands back
     * from it for seconds, the second time for longer.
     */
    @TestFactory
    Stream<DynamicTest> afterEachChangeEachAnswerIsTheOneOfSql() {
        Map<String, Consumer<Changing>> changes = new LinkedHashMap<>();
        changes.put("a collation and a type, and back", ChangedTableIT::aCollationAndATypeAndBack);
        for (String change : List.of("DROP PRIMARY KEY, ADD PRIMARY KEY (code)", "ENGINE=Aria")) {
            changes.put("what orders rows of equal keys: " + change, changing -> whatOrdersRows(changing, change));
        }
        changes.put("the decimals of a key, and back", ChangedTableIT::theDecimalsOfAKeyAndBack);
        Map<String, Executable> cases = new LinkedHashMap<>();
        changes.forEach((name, change) -> {
            Changing changing = new Changing("altered_" + cases.size()); // started one after the other
            opened.add(changing);
            cases.put(name, () -> change.accept(changing));
        });
        return AtOnce.tests(cases);
    }

    @AfterEach
    void close() {
        opened.forEach(Changing::close);
    }

    private static void aCollationAndATypeAndBack(Changing changing) {
        List<Read> codes = List.of(CODE, CODE_LATER, CODE_EXISTS);
        codes.forEach(read -> changing.awaitFast(read, List.of()));
        changing.awaitFast(OTHER_CODE, List.of());
        changing.awaitFast(ORDER, List.of(1L, 2L, 3L));

        changing.alter("MODIFY code VARCHAR(20) COLLATE utf8mb4_general_ci NOT NULL, MODIFY level BIGINT NOT NULL");
        codes.forEach(read -> changing.awaitFast(read, List.of(1L)));
        changing.awaitFast(OTHER_CODE, List.of());
        changing.awaitFast(ORDER, List.of(1L, 2L, 3L));

        changing.alter("MODIFY code VARCHAR(20) COLLATE utf8mb4_bin NOT NULL, MODIFY level INT NOT NULL");
        codes.forEach(read -> changing.awaitFast(read, List.of()));
        changing.awaitFast(OTHER_CODE, List.of());
        changing.awaitFast(ORDER, List.of(1L, 2L, 3L));
    }

    /** The order of rows with equal keys depends on this. */
    private static void whatOrdersRows(Changing changing, String change) {
        changing.awaitFast(ORDER, List.of(1L, 2L, 3L));
        changing.awaitFast(ORDER_LATER, List.of(1L, 2L, 3L));
        changing.awaitFast(ORDER_OF_NOTHING, List.of());

        changing.alter(change);
        changing.execute("INSERT INTO tag VALUES (0, 'bob', 1, 40)");

        // Hibernate reads them over HandlerSocket and sorts them itself.
        changing.awaitFast(ORDER, List.of(0L, 1L, 2L, 3L));
        changing.awaitFast(ORDER_LATER, List.of(0L, 1L, 2L, 3L));
        changing.awaitFast(ORDER_OF_NOTHING, List.of());
        assertThat(changing.plans().all())
                .filteredOn(plan -> plan.method().contains("ByLevel"))
                .hasSize(2)
                .allMatch(plan -> plan.reason().equals("no index of tag starts with the columns [level, id]"));
    }

    private static void theDecimalsOfAKeyAndBack(Changing changing) {
        changing.awaitFast(AMOUNT, List.of());

        changing.alter("MODIFY amount DECIMAL(10,0) NOT NULL");
        changing.awaitJdbc(AMOUNT, List.of(), "a number with more decimals than column amount has");

        changing.alter("MODIFY amount DECIMAL(10,2) NOT NULL");
        changing.awaitFast(AMOUNT, List.of());
    }

    /** An application whose table changes. For one thread. */
    private static final class Changing implements AutoCloseable {

        private final List<Lookup> lookups = new CopyOnWriteArrayList<>();
        private final String database;
        private final ConfigurableApplicationContext context;
        private final Tags tags;

        Changing(String database) {
            this.database = database;
            AlteredApplication.createTable(server, database);
            context = AlteredApplication.on(server, database)
                    .initializers((GenericApplicationContext beans) ->
                            beans.registerBean(LookupListener.class, () -> lookups::add))
                    .run();
            tags = context.getBean(Tags.class);
        }

        MethodPlans plans() {
            return context.getBean(MethodPlans.class);
        }

        void alter(String change) {
            execute("ALTER TABLE tag " + change);
        }

        void execute(String sql) {
            server.execute("USE " + database, sql);
        }

        /** Reads until the answer comes over HandlerSocket. Each answer on the way is checked, too. */
        void awaitFast(Read read, List<Long> expected) {
            await(read.name()).atMost(Duration.ofSeconds(20)).until(() -> {
                Lookup lookup = lookup(read, expected);
                return lookup.route() == LookupRoute.HANDLERSOCKET;
            });
        }

        /** Reads until JDBC answers for this reason. Until then, JDBC answers for other reasons. */
        void awaitJdbc(Read read, List<Long> expected, String reason) {
            await(read.name()).atMost(Duration.ofSeconds(20)).until(() -> {
                Lookup lookup = lookup(read, expected);
                assertThat(lookup.route()).as(read.name()).isEqualTo(LookupRoute.JDBC);
                return lookup.reason().equals(reason);
            });
        }

        private Lookup lookup(Read read, List<Long> expected) {
            lookups.clear();
            assertThat(read.query().apply(tags))
                    .as(read.name())
                    .extracting(Shown::id)
                    .isEqualTo(expected);
            assertThat(lookups).as(read.name()).hasSize(1);
            return lookups.get(0);
        }

        @Override
        public void close() {
            context.close();
            server.execute("DROP DATABASE " + database);
        }
    }
}
