// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Moments;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates and times are those that the driver gives, in every zone the application may run in. */
class MomentsIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final TimeZone ZONE = TimeZone.getDefault();
    private static final int ROWS = 10;

    private static final String INSERT = "insert into moments (id, moment, day, clock) values ";

    @BeforeAll
    static void rows() {
        SERVER.execute(
                "drop table if exists moments",
                "create table moments (id int primary key, moment datetime(6), day date, clock time(6),"
                        + " stamp timestamp(6) null,"
                        + " key (moment), key (day), key (clock))",
                INSERT + "(1, '2024-03-31 02:30:00.5', '2024-03-31', '02:30:00.5')", // gap in Berlin
                INSERT + "(2, '2024-10-27 02:30:00.123456', '2024-10-27', '23:59:59.999999')", // overlap
                INSERT + "(3, '2024-03-10 02:15:00', '2024-03-10', '00:00:00')", // gap in New York
                INSERT + "(4, '2024-11-03 01:15:00', '2024-11-03', '12:00:00')",
                INSERT + "(5, '1970-01-01 00:00:00', '1970-01-01', '00:00:00.000001')",
                INSERT + "(6, '1582-10-10 10:10:10', '1582-10-10', null)", // in no calendar
                INSERT + "(7, '1000-01-01 00:00:00', '1000-01-01', null)",
                INSERT + "(8, '9999-12-31 23:59:59.999999', '9999-12-31', null)",
                INSERT + "(9, '1883-11-18 12:00:30', '1883-11-18', null)", // New York's first zone
                INSERT + "(10, null, null, null)",
                "update moments set stamp = moment where id < 5",
                "update moments set stamp = '1970-01-01 00:00:01' where id = 5",
                "update moments set stamp = '2038-01-19 03:14:07.999999' where id = 8");
    }

    @AfterAll
    static void reset() {
        TimeZone.setDefault(ZONE);
        SERVER.execute("drop table moments");
    }

    @ParameterizedTest
    @CsvSource({
        "UTC,",
        "Europe/Berlin,",
        "America/New_York,",
        "Asia/Kolkata,",
        "Pacific/Apia,",
        "Europe/Berlin,UTC",
        "UTC,America/New_York"
    })
    void readsWhatTheDriverReads(String applicationZone, String jdbcZone) {
        TimeZone.setDefault(TimeZone.getTimeZone(applicationZone));
        Map<String, Object> settings = jdbcZone == null ? Map.of() : Map.of("hibernate.jdbc.time_zone", jdbcZone);
        try (App plain = App.plain(SERVER, settings, Moments.entities());
                App fast = App.fast(SERVER, settings, Moments.entities()).ready(Moments.entities())) {
            for (Class<?> entity : Moments.entities()) {
                for (int id = 1; id <= ROWS; id++) {
                    Object expected = find(plain, entity, id);
                    int row = id;
                    assertThat(fast.routed(Route.HANDLERSOCKET, 1, () -> find(fast, entity, row)))
                            .as("%s %s", entity.getSimpleName(), id)
                            .usingRecursiveComparison()
                            .withStrictTypeChecking()
                            .isEqualTo(expected);
                }
            }
            for (int id = 1; id <= ROWS; id++) {
                Moments.Local local = (Moments.Local) find(plain, Moments.Local.class, id);
                findsBy(plain, fast, "Local", "moment", local.moment, local.moment);
                findsBy(plain, fast, "Local", "day", local.day, local.moment);
                findsBy(plain, fast, "Local", "clock", local.clock, LocalDateTime.of(2024, 1, 1, 0, 0));
                Moments.OfInstant instant = (Moments.OfInstant) find(plain, Moments.OfInstant.class, id);
                findsBy(plain, fast, "OfInstant", "moment", instant.moment, local.moment);
            }
        }
    }

    /** @param when a moment whose year decides whether the driver's and the server's calendars agree */
    private static void findsBy(App plain, App fast, String entity, String attribute, Object key, LocalDateTime when) {
        List<Integer> expected = ids(plain, entity, attribute, key);
        if (key == null || when == null || when.getYear() < 1584 || when.getYear() > 9998) {
            assertThat(ids(fast, entity, attribute, key)).isEqualTo(expected);
            return;
        }
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                fast.routed(Route.HANDLERSOCKET, 1, () -> ids(fast, entity, attribute, key)))
                        .as("%s.%s = %s", entity, attribute, key)
                        .isEqualTo(expected));
    }

    private static List<Integer> ids(App app, String entity, String attribute, Object key) {
        return app.sessionFactory()
                .fromSession(session -> session.createSelectionQuery(
                                "select e.id from " + entity + " e where e." + attribute + " = :key order by e.id",
                                Integer.class)
                        .setParameter("key", key)
                        .getResultList());
    }

    /** With a calendar of another zone, the driver makes a date of zeros in the text protocol. */
    @ParameterizedTest
    @ValueSource(strings = {"", "Europe/Berlin"})
    void datesThatAreNoneAreLeftToJdbcOrReadAsJdbcDoes(String jdbcZone) {
        Map<String, Object> settings = jdbcZone.isEmpty() ? Map.of() : Map.of("hibernate.jdbc.time_zone", jdbcZone);
        SERVER.execute("set statement sql_mode='' for " + INSERT
                + " (11, '0000-00-00', '0000-00-00', '00:00:00'), (12, null, '2024-02-00', '-12:00:00'),"
                + " (13, null, null, '838:59:59')");
        try (App plain = App.plain(SERVER, settings, Moments.entities());
                App fast = App.fast(SERVER, settings, Moments.entities()).ready(Moments.entities())) {
            for (int id = 11; id <= 13; id++) {
                assertThat(outcome(fast, id)).as("row %s", id).isEqualTo(outcome(plain, id));
                assertThat(crossed(fast, id)).as("row %s", id).isEqualTo(crossed(plain, id));
            }
        }
        SERVER.execute("delete from moments where id > " + ROWS);
    }

    private static String outcome(App app, int id) {
        try {
            Moments.Local row = (Moments.Local) find(app, Moments.Local.class, id);
            return row.moment + " " + row.day + " " + row.clock;
        } catch (RuntimeException e) {
            return e.getClass().getName();
        }
    }

    private static String crossed(App app, int id) {
        try {
            Moments.Crossed row = (Moments.Crossed) find(app, Moments.Crossed.class, id);
            return row.moment + " " + row.day + " " + row.stamp;
        } catch (RuntimeException e) {
            return e.getClass().getName();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"preserveInstants=true", "sessionVariables=sql_mode=''"})
    void optionsOfTheUrlThatMayChangeValuesLeaveThemToJdbc(String options) {
        try (App app = App.fast(SERVER, Map.of(App.URL_OPTIONS, options), Moments.entities())) {
            app.loads().prepare().toCompletableFuture().join();
            app.routed(Route.JDBC, 1, () -> find(app, Moments.OfInstant.class, 1));
            assertThat(app.loads().entities()).allMatch(plan -> plan.reason().contains("JDBC URL"));
        }
    }

    private static Object find(App app, Class<?> entity, int id) {
        return app.sessionFactory().fromSession(session -> session.find(entity, id));
    }
}
