// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Clinic;
import io.handlersocket.hibernate.fixture.Clinic.Dangling;
import io.handlersocket.hibernate.fixture.Clinic.Owner;
import io.handlersocket.hibernate.fixture.Clinic.Pet;
import io.handlersocket.hibernate.fixture.Clinic.Vet;
import io.handlersocket.hibernate.fixture.DisturbedClient;
import io.handlersocket.hibernate.matrix.Dump;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Aggregates whose rows come, go and move between the packets that read them. */
class ChangingAggregateIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final AtomicInteger PACKETS = new AtomicInteger();

    private static final Class<?>[] ENTITIES = Clinic.entities().toArray(Class<?>[]::new);

    private static App plain;
    private static HandlerSocketClient client;
    private App app;

    private static volatile Change change = packet -> {};

    private interface Change {

        /** What happens before a packet is sent, the first being 1. */
        void before(int packet);
    }

    @BeforeAll
    static void create() {
        plain = App.plain(SERVER, Map.of("hibernate.hbm2ddl.auto", "create-drop"), ENTITIES);
        client = App.client(SERVER);
    }

    @AfterAll
    static void drop() {
        client.close();
        plain.close();
    }

    private static Object changed(Object target, Method method, Object[] args) throws Throwable {
        change.before(PACKETS.incrementAndGet());
        return DisturbedClient.call(target, method, args);
    }

    /** A new application: one that has read a root before remembers which lookups it needs. */
    @BeforeEach
    void start() {
        SERVER.execute(Clinic.rows().stream()
                .filter(row -> !row.matches("insert into c_(diary|cover|entry|ward|bed|loop).*"))
                .toArray(String[]::new));
        app = App.over(SERVER, DisturbedClient.keeping(client, ChangingAggregateIT::changed), Map.of(), ENTITIES)
                .ready(Owner.class, Pet.class, Vet.class, Dangling.class);
        PACKETS.set(0);
    }

    @AfterEach
    void stop() {
        app.close();
        change = packet -> {};
        SERVER.execute(Clinic.deletes().toArray(String[]::new));
    }

    /** What is loaded is what JDBC then loads: the moment of the last packet counts. */
    private void assertLoaded(Route route, int packets, Class<?> entity, int id) {
        Object loaded = app.settled(route, 1, () -> {
            PACKETS.set(0); // those of a load that is asked again do not count
            return app.sessionFactory().fromSession(session -> session.find(entity, id));
        });
        assertThat(PACKETS).hasValue(packets);
        assertThat(Dump.of(loaded))
                .isEqualTo(plain.sessionFactory().fromSession(session -> Dump.of(session.find(entity, id))));
    }

    private static void beforePacket(int number, String... statements) {
        change = packet -> {
            if (packet == number) {
                SERVER.execute(statements);
            }
        };
    }

    @Test
    void childrenOfChildrenTakeTwoPackets() {
        assertLoaded(HANDLERSOCKET, 2, Owner.class, 1);
    }

    @Test
    void childrenThatAreDeletedBetweenThePacketsAreNotThere() {
        beforePacket(2, "delete from c_visit where pet_id = 1");
        assertLoaded(HANDLERSOCKET, 2, Owner.class, 1);
    }

    @Test
    void aRootThatIsDeletedBetweenThePacketsIsNotThere() {
        beforePacket(
                2,
                "delete from c_visit where pet_id = 4",
                "delete from c_pet where id = 4",
                "delete from c_owner where id = 3");
        assertLoaded(HANDLERSOCKET, 2, Owner.class, 3);
    }

    @Test
    void childrenThatComeBetweenThePacketsCostOneMore() {
        beforePacket(
                2,
                "insert into c_pet (id, name, owner_id, type_id) values (9, 'late', 1, 2)",
                "insert into c_visit (id, reason, pet_id) values (9, 'late', 9)");
        assertLoaded(HANDLERSOCKET, 3, Owner.class, 1);
    }

    @Test
    void aReferenceThatMovesCostsOneMorePacket() {
        beforePacket(2, "update c_pet set type_id = 2 where id = 1");
        assertLoaded(HANDLERSOCKET, 3, Pet.class, 1);
    }

    @Test
    void aReferenceThatBecomesNullCostsNothing() {
        beforePacket(2, "update c_pet set type_id = null where id = 1");
        assertLoaded(HANDLERSOCKET, 2, Pet.class, 1);
    }

    @Test
    void whatElseChangesInARowCostsNothing() {
        beforePacket(2, "update c_pet set name = 'other' where id = 1", "update c_type set name = 'other'");
        assertLoaded(HANDLERSOCKET, 2, Pet.class, 1);
    }

    @Test
    void linksThatAreCutBetweenThePacketsAreNotThere() {
        beforePacket(2, "delete from c_vet_specialty where specialties_id = 2");
        assertLoaded(HANDLERSOCKET, 2, Vet.class, 1);
    }

    @Test
    void aReferenceThatKeepsMovingIsLeftToJdbc() {
        change = packet -> SERVER.execute("update c_pet set type_id = 3 - type_id where id = 1");
        assertLoaded(JDBC, 4, Pet.class, 1);
        assertReason("the rows changed while they were read");
    }

    @Test
    void aReferenceToNoRowIsLeftToJdbc() {
        assertLoaded(JDBC, 2, Dangling.class, 2);
        assertReason("a reference to a missing row of c_type");
    }

    @Test
    void aStatementThatIsLeftToJdbcAgainAndAgainIsNotSentForAWhile() {
        try (App other = App.over(
                        SERVER,
                        DisturbedClient.of(App.client(SERVER), ChangingAggregateIT::changed),
                        Map.of(),
                        Clinic.entities().toArray(Class<?>[]::new))
                .ready(Dangling.class)) {
            for (int i = 0; i < 20; i++) {
                Object loaded = other.settled(
                        JDBC, 1, () -> other.sessionFactory().fromSession(s -> s.find(Dangling.class, 2)));
                assertThat(Dump.of(loaded))
                        .isEqualTo(plain.sessionFactory().fromSession(s -> Dump.of(s.find(Dangling.class, 2))));
            }
        }
        assertThat(PACKETS).hasValue(2 * 8);
    }

    @Test
    void moreLookupsThanOnePacketMayHaveAreLeftToJdbc() {
        SERVER.execute("insert into c_pet (id, owner_id) select seq, 1 from seq_1000_to_1300");
        assertLoaded(JDBC, 1, Owner.class, 1);
        assertReason("a join of more than 256 lookups");
    }

    @Test
    void moreRowsThanAJoinMayHaveAreLeftToJdbc() {
        SERVER.execute("insert into c_visit (id, pet_id) select seq, 1 from seq_1000_to_5090");
        assertLoaded(JDBC, 2, Owner.class, 1);
        assertReason("a join of more than 4096 rows");
    }

    private void assertReason(String reason) {
        assertThat(app.loads().counts())
                .filteredOn(count -> count.route() == JDBC)
                .extracting(LoadCount::reason)
                .contains(reason);
    }
}
