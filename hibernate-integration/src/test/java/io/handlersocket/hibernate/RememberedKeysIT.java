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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The second read of a root guesses which lookups it needs. Whatever has changed since, it returns what JDBC does. */
class RememberedKeysIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final Class<?>[] ENTITIES = Clinic.entities().toArray(Class<?>[]::new);
    private static final AtomicInteger PACKETS = new AtomicInteger();

    private static App plain;
    private static HandlerSocketClient client;

    private App app;

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

    @BeforeEach
    void start() {
        SERVER.execute(Clinic.rows().stream()
                .filter(row -> !row.matches("insert into c_(diary|cover|entry|ward|bed|loop).*"))
                .toArray(String[]::new));
        app = App.over(SERVER, DisturbedClient.keeping(client, RememberedKeysIT::counted), Map.of(), ENTITIES)
                .ready(Owner.class, Pet.class, Vet.class, Dangling.class);
    }

    private static Object counted(Object target, Method method, Object[] args) throws Throwable {
        PACKETS.incrementAndGet();
        return DisturbedClient.call(target, method, args);
    }

    @AfterEach
    void stop() {
        app.close();
        SERVER.execute(Clinic.deletes().toArray(String[]::new));
    }

    private void assertLoaded(Route route, int packets, Class<?> entity, int id) {
        Object loaded = app.settled(route, 1, () -> {
            PACKETS.set(0); // those of a load that is asked again do not count
            return app.sessionFactory().fromSession(session -> session.find(entity, id));
        });
        assertThat(PACKETS).hasValue(packets);
        assertThat(Dump.of(loaded))
                .isEqualTo(plain.sessionFactory().fromSession(session -> Dump.of(session.find(entity, id))));
    }

    @ParameterizedTest
    @ValueSource(classes = {Owner.class, Pet.class, Vet.class})
    void theSecondReadOfARootTakesOnePacket(Class<?> entity) {
        assertLoaded(HANDLERSOCKET, 2, entity, 1);
        assertLoaded(HANDLERSOCKET, 1, entity, 1);
        assertLoaded(HANDLERSOCKET, 1, entity, 1);
    }

    @Test
    void anotherRootHasOtherKeys() {
        SERVER.execute("insert into c_pet (id, name, owner_id, type_id) values (16385, 'same slot', 1, 2)");
        assertLoaded(HANDLERSOCKET, 2, Pet.class, 1);
        assertLoaded(HANDLERSOCKET, 2, Pet.class, 2);
        assertLoaded(HANDLERSOCKET, 1, Pet.class, 1);
        assertLoaded(HANDLERSOCKET, 2, Pet.class, 16_385);
        assertLoaded(HANDLERSOCKET, 2, Pet.class, 1);
    }

    @Test
    void aReferenceThatHasMovedTakesTheSecondPacket() {
        assertLoaded(HANDLERSOCKET, 2, Pet.class, 1);
        SERVER.execute("update c_pet set type_id = 2 where id = 1");
        assertLoaded(HANDLERSOCKET, 2, Pet.class, 1);
        assertLoaded(HANDLERSOCKET, 1, Pet.class, 1);
    }

    @Test
    void aReferenceThatHasBecomeNullIsNull() {
        assertLoaded(HANDLERSOCKET, 2, Pet.class, 1);
        SERVER.execute("update c_pet set type_id = null where id = 1");
        assertLoaded(HANDLERSOCKET, 1, Pet.class, 1);
    }

    @Test
    void whatElseHasChangedIsRead() {
        assertLoaded(HANDLERSOCKET, 2, Pet.class, 1);
        SERVER.execute("update c_pet set name = 'other' where id = 1", "update c_type set name = 'other'");
        assertLoaded(HANDLERSOCKET, 1, Pet.class, 1);
    }

    @Test
    void aMissingRowIsLeftToJdbc() {
        assertLoaded(HANDLERSOCKET, 2, Dangling.class, 1);
        assertLoaded(HANDLERSOCKET, 1, Dangling.class, 1);
        SERVER.execute("set statement foreign_key_checks=0 for delete from c_type where id = 1");
        assertLoaded(JDBC, 3, Dangling.class, 1);
    }

    @Test
    void aMissingRootIsNotThere() {
        assertLoaded(HANDLERSOCKET, 2, Owner.class, 3);
        SERVER.execute(
                "delete from c_visit where pet_id = 4",
                "delete from c_pet where id = 4",
                "delete from c_owner where id = 3");
        assertLoaded(HANDLERSOCKET, 1, Owner.class, 3);
    }

    @Test
    void childrenThatComeAndGo() {
        assertLoaded(HANDLERSOCKET, 2, Owner.class, 1);
        SERVER.execute(
                "insert into c_pet (id, name, owner_id, type_id) values (9, 'late', 1, 2)",
                "insert into c_visit (id, reason, pet_id) values (9, 'late', 9)");
        assertLoaded(HANDLERSOCKET, 2, Owner.class, 1);
        assertLoaded(HANDLERSOCKET, 1, Owner.class, 1);
        SERVER.execute("delete from c_visit where pet_id = 1", "delete from c_pet where id = 1");
        assertLoaded(HANDLERSOCKET, 1, Owner.class, 1);
    }

    @Test
    void aChildThatNowBelongsToAnotherRootDoesNotCount() {
        assertLoaded(HANDLERSOCKET, 2, Owner.class, 1);
        SERVER.execute("update c_pet set owner_id = 3 where id = 1");
        assertLoaded(HANDLERSOCKET, 1, Owner.class, 1);
        assertLoaded(HANDLERSOCKET, 2, Owner.class, 3);
    }

    @Test
    void aGuessThatFindsTooManyRowsIsSentNoMore() {
        assertLoaded(HANDLERSOCKET, 2, Owner.class, 1);
        SERVER.execute(
                "update c_pet set owner_id = 3 where id = 1",
                "insert into c_visit (id, pet_id) select seq, 1 from seq_1000_to_5200");
        assertLoaded(HANDLERSOCKET, 3, Owner.class, 1);
        assertLoaded(HANDLERSOCKET, 1, Owner.class, 1);
    }
}
