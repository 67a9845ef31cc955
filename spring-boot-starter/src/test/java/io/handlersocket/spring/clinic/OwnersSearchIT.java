// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.clinic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.SnapshotIsolation;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The search by the start of a name is SQL's. It costs no more than without this library, and spoils no later load. */
class OwnersSearchIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static final String ISOLATION = "spring.datasource.hikari.transaction-isolation=TRANSACTION_";
    private static final String CONSISTENCY = "handlersocket.consistency=";
    private static final int SEARCHES = 20;

    @BeforeAll
    static void createTables() {
        ClinicApplication.createTables(server);
    }

    @AfterAll
    static void dropTables() {
        CLINICS.values().forEach(Clinic::close);
        CLINICS.clear();
        server.execute("DROP TABLE visits, pets, owners");
    }

    /** Those with one connection, which several tests ask. */
    private static final Map<List<String>, Clinic> CLINICS = new HashMap<>();

    /** A running application, of whose requests each has one session. */
    private record Clinic(ConfigurableApplicationContext context) implements AutoCloseable {

        static Clinic ofOneConnection(String... properties) {
            return CLINICS.computeIfAbsent(List.of(properties), key -> start(1, properties))
                    .ready();
        }

        static Clinic start(int connections, String... properties) {
            return new Clinic(
                    ClinicApplication.on(server, connections, properties).run());
        }

        /** Requests owners until nothing waits for its index. */
        Clinic ready() {
            await().untilAsserted(() -> {
                long jdbc = loads().count(Route.JDBC);
                long fast = loads().count(Route.HANDLERSOCKET);
                request(owners -> owners.findById(1).orElseThrow());
                assertThat(loads().count(Route.JDBC)).as("%s", loads().counts()).isEqualTo(jdbc);
                assertThat(loads().count(Route.HANDLERSOCKET)).isGreaterThan(fast);
            });
            return this;
        }

        HibernateLoads loads() {
            return context.getBean(HibernateLoads.class);
        }

        /** Loads that used JDBC because HandlerSocket could not answer: the machine may have stood still. */
        long away() {
            return loads().count(JdbcReason.Kind.NOT_OPEN) + loads().count(JdbcReason.Kind.OUTAGE);
        }

        <T> T request(Function<Owners, T> work) {
            EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
            try (EntityManager entityManager = factory.createEntityManager()) {
                TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(entityManager));
                try {
                    return work.apply(context.getBean(Owners.class));
                } finally {
                    TransactionSynchronizationManager.unbindResource(factory);
                }
            }
        }

        Page<Owner> search() {
            Page<Owner> page = request(owners -> owners.findByLastNameStartingWith("Davis", PageRequest.of(0, 5)));
            assertThat(page.getTotalElements()).isEqualTo(ClinicApplication.OWNERS);
            return page;
        }

        /** SQL commands of so many searches on the pool's only connection. */
        long commandsOfSearches() {
            long nothing = questions();
            long before = questions();
            for (int i = 0; i < SEARCHES; i++) {
                search();
            }
            return questions() - before - (before - nothing);
        }

        private long questions() {
            Long questions = context.getBean(JdbcTemplate.class)
                    .queryForObject("SHOW SESSION STATUS LIKE 'Questions'", (row, number) -> row.getLong("Value"));
            return questions == null ? 0 : questions;
        }

        @Override
        public void close() {
            context.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"REPEATABLE_READ", "READ_COMMITTED"})
    void aLoadAfterSearchesIsFast(String isolation) throws Exception {
        assumeFalse(
                isolation.equals("REPEATABLE_READ") && SnapshotIsolation.isOn(server), "keeps what may write on JDBC");
        try (Clinic clinic = Clinic.start(10, ISOLATION + isolation).ready()) {
            ExecutorService browsers = Executors.newFixedThreadPool(10);
            try {
                List<Future<?>> searches = new ArrayList<>();
                for (int i = 0; i < 60; i++) {
                    searches.add(browsers.submit(clinic::search));
                }
                for (Future<?> search : searches) {
                    search.get();
                }
            } finally {
                browsers.shutdown();
            }
            long fast = clinic.loads().count(Route.HANDLERSOCKET);
            long jdbc = clinic.loads().count(Route.JDBC);
            long away = clinic.away();
            for (int i = 1; i <= 40; i++) {
                int id = i;
                clinic.request(owners -> owners.findById(id).orElseThrow());
            }
            away = clinic.away() - away;
            assertThat(clinic.loads().count(Route.JDBC) - jdbc)
                    .as("%s", clinic.loads().counts())
                    .isEqualTo(away);
            assertThat(clinic.loads().count(Route.HANDLERSOCKET) - fast).isGreaterThanOrEqualTo(40 - away);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"REPEATABLE_READ", "READ_COMMITTED"})
    void theSearchSendsNoMoreCommandsThanWithoutUs(String isolation) {
        long plain;
        try (Clinic clinic = Clinic.start(1, ISOLATION + isolation, "handlersocket.enabled=false")) {
            clinic.search();
            plain = clinic.commandsOfSearches();
        }
        Clinic clinic = Clinic.ofOneConnection(ISOLATION + isolation, CONSISTENCY + "default");
        // A connection that a load without connection may get is proven again, once.
        await().untilAsserted(() -> assertThat(clinic.commandsOfSearches()).isLessThanOrEqualTo(plain));
    }

    /** As after any other plain read. */
    @ParameterizedTest
    @CsvSource({
        "REPEATABLE_READ, default, JDBC",
        "REPEATABLE_READ, latest, HANDLERSOCKET",
        "READ_COMMITTED, default, HANDLERSOCKET"
    })
    void aLoadInTheSessionOfASearch(String isolation, String consistency, Route route) {
        Clinic clinic = Clinic.ofOneConnection(ISOLATION + isolation, CONSISTENCY + consistency);
        clinic.search();
        long before = clinic.loads().count(route);
        long other = clinic.loads().count(route == Route.JDBC ? Route.HANDLERSOCKET : Route.JDBC);
        clinic.request(owners -> {
            owners.findByLastNameContainingIgnoreCase("avis 6", PageRequest.of(0, 5));
            return owners.findById(33).orElseThrow();
        });
        assertThat(clinic.loads().count(route))
                .as("%s", clinic.loads().counts())
                .isGreaterThan(before);
        if (route == Route.JDBC) {
            assertThat(clinic.loads().count(Route.HANDLERSOCKET)).isEqualTo(other);
        }
    }

    @Test
    void theSearchIsCountedAsWhatItIs() {
        Clinic clinic = Clinic.ofOneConnection(ISOLATION + "REPEATABLE_READ", CONSISTENCY + "default");
        List<LoadCount> before = written(clinic);
        clinic.search();
        assertThat(clinic.loads().counts()).extracting(LoadCount::kind).contains(JdbcReason.Kind.STATEMENT);
        assertThat(written(clinic)).isEqualTo(before);
    }

    private static List<LoadCount> written(Clinic clinic) {
        return clinic.loads().counts().stream()
                .filter(count ->
                        count.reason().contains("has written") || count.reason().contains("returned to the pool"))
                .toList();
    }
}
