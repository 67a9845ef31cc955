// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.fixture.FakeClient.column;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.fixture.StubDatabase;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.HibernateException;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which tables the annotations of entities choose, with their collections. */
class TableChoiceTest {

    @Entity(name = "Hero")
    @Table(name = "hero")
    @OverHandlerSocket
    static class Hero {
        @Id
        Long id;

        @ElementCollection
        @CollectionTable(name = "badge", joinColumns = @JoinColumn(name = "hero_id"))
        @Column(name = "name")
        Set<String> badges;

        @ManyToMany
        @JoinTable(
                name = "membership",
                joinColumns = @JoinColumn(name = "hero_id"),
                inverseJoinColumns = @JoinColumn(name = "clan_id"))
        Set<Clan> clans;

        @ManyToMany
        @JoinTable(
                name = "friend",
                joinColumns = @JoinColumn(name = "hero_id"),
                inverseJoinColumns = @JoinColumn(name = "friend_id"))
        Set<Hero> friends;

        @ManyToMany(mappedBy = "allies")
        Set<Clan> allied;
    }

    @Entity(name = "Clan")
    @Table(name = "clan")
    static class Clan {
        @Id
        Long id;

        @ElementCollection
        @CollectionTable(name = "motto", joinColumns = @JoinColumn(name = "clan_id"))
        @Column(name = "text")
        Set<String> mottos;

        @ManyToMany(mappedBy = "clans")
        Set<Hero> heroes;

        @ManyToMany
        @JoinTable(
                name = "ally",
                joinColumns = @JoinColumn(name = "clan_id"),
                inverseJoinColumns = @JoinColumn(name = "hero_id"))
        Set<Hero> allies;

        @OneToMany
        @JoinColumn(name = "clan_id")
        Set<Hero> founders;
    }

    /** An entity of the table that another one joins by. */
    @Entity(name = "Membership")
    @Table(name = "membership")
    @IdClass(MembershipId.class)
    static class Membership {
        @Id
        @Column(name = "hero_id")
        Long hero;

        @Id
        @Column(name = "clan_id")
        Long clan;
    }

    record MembershipId(Long hero, Long clan) {}

    @Entity(name = "Base")
    @Table(name = "base")
    static class Base {
        @Id
        Long id;

        @ElementCollection
        @CollectionTable(name = "label", joinColumns = @JoinColumn(name = "base_id"))
        @Column(name = "text")
        Set<String> labels;
    }

    @Entity(name = "Derived")
    @OverJdbc
    static class Derived extends Base {}

    @Entity(name = "Secret")
    @Table(name = "secret")
    @OverJdbc
    @OverHandlerSocket
    static class Secret {
        @Id
        Long id;

        @ElementCollection
        @CollectionTable(name = "alias", joinColumns = @JoinColumn(name = "secret_id"))
        @Column(name = "name")
        Set<String> aliases;

        @ManyToMany
        @JoinTable(
                name = "keeper",
                joinColumns = @JoinColumn(name = "secret_id"),
                inverseJoinColumns = @JoinColumn(name = "hero_id"))
        Set<Hero> keepers;

        @OneToMany
        @JoinColumn(name = "secret_id")
        Set<Hero> holders;
    }

    private final FakeClient client = new FakeClient()
            .table("hero", column("id", "bigint(20)"))
            .table("badge", List.of("hero_id", "name"), bigint("hero_id"), text("name"))
            .table("membership", List.of("hero_id", "clan_id"), bigint("hero_id"), bigint("clan_id"))
            .table("friend", List.of("hero_id", "friend_id"), bigint("hero_id"), bigint("friend_id"))
            .table("ally", List.of("clan_id", "hero_id"), bigint("clan_id"), bigint("hero_id"))
            .table("clan", column("id", "bigint(20)"))
            .table("motto", List.of("clan_id", "text"), bigint("clan_id"), text("text"))
            .table("alias", List.of("secret_id", "name"), bigint("secret_id"), text("name"))
            .table("keeper", List.of("secret_id", "hero_id"), bigint("secret_id"), bigint("hero_id"))
            .table("label", List.of("base_id", "text"), bigint("base_id"), text("text"))
            .row("hero", Map.of("id", 1L));

    private @Nullable SessionFactory sessionFactory;

    @SuppressWarnings("NullAway.Init")
    private HandlerSocketLoads loads;

    private static io.handlersocket.client.catalog.Column bigint(String name) {
        return column(name, "bigint(20)");
    }

    private static io.handlersocket.client.catalog.Column text(String name) {
        return column(name, "varchar(255)");
    }

    private void start(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(HandlerSocketSettings.CLIENT, client);
        SessionFactory started = Factories.offline(
                new StubDatabase().dataSource(),
                all,
                Hero.class,
                Clan.class,
                Membership.class,
                Base.class,
                Derived.class,
                Secret.class);
        sessionFactory = started;
        loads = HandlerSocketLoads.of(started);
        started.inSession(session -> session.doWork(Connection::createStatement));
        loads.prepare().toCompletableFuture().join();
    }

    @AfterEach
    void stop() {
        if (sessionFactory != null) {
            sessionFactory.close();
        }
    }

    /** Returns the reasons, or an empty text for HandlerSocket, by the end of the role. */
    private Map<String, String> reasons() {
        return loads.plans().stream()
                .collect(Collectors.toMap(
                        plan -> plan.role().substring(getClass().getName().length() + 1),
                        plan -> plan.reason().replace(getClass().getName() + "$", "")));
    }

    @Test
    void overJdbcCoversTheCollectionsThatTheEntityOwns() {
        start(Map.of());
        String secret = "Secret has @OverJdbc";
        String derived = "Derived has @OverJdbc";

        assertThat(reasons())
                .containsEntry("Secret", secret)
                .containsEntry("Secret.aliases", secret)
                .containsEntry("Secret.keepers", secret)
                .containsEntry("Base.labels", derived)
                .containsEntry("Hero", "")
                .containsEntry("Hero.badges", "")
                .containsEntry("Hero.clans", "")
                .containsEntry("Hero.friends", "")
                .containsEntry("Clan.allies", "")
                .containsEntry("Clan.mottos", "");
        assertThat(reasons().get("Secret.holders"))
                .as("the table of a one-to-many is that of the other entity")
                .contains("no index of hero");
        assertThat(loads.table(Hero.class).refusal()).isEmpty();
        assertThat(loads.table(Derived.class).refusal())
                .get()
                .extracting(JdbcReason::text)
                .isEqualTo(name(derived));
    }

    private String name(String reason) {
        return getClass().getName() + "$" + reason;
    }

    @Test
    void onlyChosenEntitiesGoOverHandlerSocket() {
        start(Map.of(HandlerSocketSettings.ENTITIES, "annotated"));
        String clan = "Clan has no @OverHandlerSocket, and handlersocket.entities=annotated";
        String membership = "Membership has no @OverHandlerSocket, and handlersocket.entities=annotated";

        assertThat(reasons())
                .containsEntry("Hero", "")
                .containsEntry("Hero.badges", "")
                .containsEntry("Hero.friends", "")
                .containsEntry("Hero.clans", membership)
                .containsEntry("Membership", membership)
                .containsEntry("Clan", clan)
                .containsEntry("Clan.allies", clan)
                .containsEntry("Clan.mottos", clan)
                .containsEntry("Secret", "Secret has @OverJdbc")
                .containsEntry("Secret.aliases", "Secret has @OverJdbc");
        assertThat(loads.table(Clan.class).refusal())
                .contains(JdbcReason.of(ReasonCode.NOT_CHOSEN, Clan.class.getName()));
        assertThat(loads.reason(Clan.class)).isEqualTo(JdbcReason.of(ReasonCode.NOT_CHOSEN, Clan.class.getName()));
        assertThat(loads.table(Hero.class).refusal()).isEmpty();

        requireNonNull(sessionFactory).inSession(session -> {
            assertThat(session.find(Hero.class, 1L)).isNotNull();
            assertThat(session.find(Clan.class, 1L)).as("the stub has no rows").isNull();
        });
        assertThat(loads.counts())
                .containsExactlyInAnyOrder(
                        new LoadCount(Hero.class.getName(), null, 1),
                        new LoadCount(
                                Clan.class.getName(), JdbcReason.of(ReasonCode.NOT_CHOSEN, Clan.class.getName()), 1));
    }

    @Test
    void anUnknownChoiceIsRefused() {
        assertThatThrownBy(() -> start(Map.of(HandlerSocketSettings.ENTITIES, "some")))
                .hasStackTraceContaining(HibernateException.class.getName())
                .hasStackTraceContaining("handlersocket.entities: some (expected all, annotated or none)");
    }
}
