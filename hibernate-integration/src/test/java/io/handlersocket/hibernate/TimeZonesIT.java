// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Rare;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** TIMESTAMP on servers in other time zones than UTC. */
class TimeZonesIT {

    private static final String NO_OFFSET = "not the same fixed offset from UTC";
    private static final int ROWS = 5;

    private static void assertRoute(HandlerSocketMariaDB server, Route route) {
        server.start();
        try {
            server.execute(
                    "create or replace table r_dated (id int primary key, at timestamp(6) null, day date, clock time)",
                    "set time_zone = '+00:00'",
                    "insert into r_dated (id, at) values (1, '2024-11-03 05:30:00'), (2, '2024-11-03 06:30:00'),"
                            + " (3, '2024-07-01 12:00:00.123456'), (4, '1970-01-01 00:00:01'),"
                            + " (5, '2038-01-19 03:14:07.999999')");
            try (App plain = App.plain(server, Map.of(), Rare.Dated.class);
                    App fast = App.fast(server, Map.of(), Rare.Dated.class)) {
                fast.sessionFactory().inSession(session -> session.doWork(connection -> {}));
                find(fast, 1);
                fast.loads().prepare().toCompletableFuture().join();
                for (int id = 1; id <= ROWS; id++) {
                    int row = id;
                    assertThat(fast.settled(route, 1, () -> find(fast, row)))
                            .usingRecursiveComparison()
                            .isEqualTo(find(plain, id));
                }
                if (route == Route.JDBC) {
                    assertThat(fast.loads().counts())
                            .extracting(LoadCount::reason)
                            .anyMatch(reason -> reason.contains(NO_OFFSET));
                }
            }
        } finally {
            server.stop();
        }
    }

    private static Rare.Dated find(App app, int id) {
        return app.sessionFactory().fromSession(session -> session.find(Rare.Dated.class, id));
    }

    /** Its name is UTC, and it is nine hours ahead. */
    @Test
    void aZoneThatIsCalledUtcAndIsNot() {
        assertRoute(new HandlerSocketMariaDB().withTimeZone("UTC-9"), Route.HANDLERSOCKET);
    }

    /** HandlerSocket prints 01:30:00 for the first two rows, an hour apart. */
    @Test
    void aZoneWithDaylightSavingTime() {
        assertRoute(new HandlerSocketMariaDB().withTimeZone("America/New_York"), Route.JDBC);
    }

    /** SQL prints in +05:00, HandlerSocket in UTC. */
    @Test
    void sessionsInAnotherZoneThanTheServer() {
        assertRoute(new HandlerSocketMariaDB().withServerArguments("--default-time-zone=+05:00"), Route.JDBC);
    }

    @Test
    void sessionsThatNameTheZoneInAnotherWay() {
        assertRoute(new HandlerSocketMariaDB().withServerArguments("--default-time-zone=+00:00"), Route.HANDLERSOCKET);
    }
}
