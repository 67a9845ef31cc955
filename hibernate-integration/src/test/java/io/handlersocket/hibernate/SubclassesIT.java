// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.Column;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A class that has a superclass and a subclass in one table: its rows come by one discriminator after the other. */
class SubclassesIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    @Entity(name = "Herb")
    @Table(name = "herb")
    @DiscriminatorColumn(name = "kind", length = 10)
    @DiscriminatorValue("herb")
    static class Herb {
        @Id
        @Column(length = 20)
        String name;
    }

    @Entity(name = "Spice")
    @DiscriminatorValue("spice")
    static class Spice extends Herb {}

    @Entity(name = "Pepper")
    @DiscriminatorValue("pepper")
    static class Pepper extends Spice {}

    @Test
    void severalTextsAreLeftToSqlBeforeAnythingIsSent() {
        try (App app = App.fast(
                        SERVER, Map.of("hibernate.hbm2ddl.auto", "create-drop"), Herb.class, Spice.class, Pepper.class)
                .ready(Herb.class, Spice.class)) {
            SERVER.execute(
                    "insert into herb (name, kind) values ('basil', 'herb'), ('mace', 'spice'), ('cubeb', 'pepper')");
            assertThat(app.<Spice>expect(
                            HANDLERSOCKET,
                            1,
                            () -> app.sessionFactory().fromSession(s -> s.find(Spice.class, "cubeb"))))
                    .isInstanceOf(Pepper.class);

            long before = lookups(app);
            List<Spice> spices = app.expect(
                    JDBC,
                    1,
                    () -> app.sessionFactory()
                            .fromSession(s -> s.findMultiple(Spice.class, List.of("mace", "basil", "cubeb"))));
            assertThat(spices)
                    .extracting(spice -> spice == null ? null : spice.name)
                    .containsExactly("mace", null, "cubeb");
            assertThat(lookups(app)).isEqualTo(before);
            assertThat(app.loads().counts())
                    .extracting(LoadCount::reason)
                    .contains("a list of constants, such as several discriminators, with several keys that are not"
                            + " selected numbers");
        }
    }

    private static long lookups(App app) {
        ClientSnapshot snapshot = app.client().snapshot();
        return snapshot.found() + snapshot.missed() + snapshot.failed();
    }
}
