// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import io.handlersocket.hibernate.fixture.AllTypes;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Clinic;
import io.handlersocket.hibernate.fixture.Enhanced;
import io.handlersocket.hibernate.fixture.Family;
import io.handlersocket.hibernate.fixture.Hierarchies;
import io.handlersocket.hibernate.fixture.Kennel;
import io.handlersocket.hibernate.fixture.Keyed;
import io.handlersocket.hibernate.fixture.Model;
import io.handlersocket.hibernate.fixture.Narrowed;
import io.handlersocket.hibernate.fixture.Ranged;
import io.handlersocket.hibernate.fixture.Rare;
import io.handlersocket.hibernate.fixture.Special;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.annotations.TenantId;
import org.hibernate.context.spi.CurrentTenantIdentifierResolver;

/** A model, its rows and the settings it needs. */
final class World {
    /** Nearly everything. */
    static final World MAIN = new World(
            Stream.of(
                            Stream.of(Model.entities()),
                            Stream.of(Keyed.entities()),
                            Stream.of(AllTypes.class, Enhanced.PASSES, Ranged.class),
                            Family.entities().stream(),
                            Hierarchies.entities().stream(),
                            Clinic.entities().stream(),
                            Kennel.entities().stream(),
                            Special.entities().stream(),
                            Rare.entities().stream(),
                            Narrowed.entities().stream())
                    .flatMap(entities -> entities)
                    .toArray(Class<?>[]::new),
            rows(),
            Map.of());

    /** Rows that belong to somebody. */
    static final World TENANT = new World(
            new Class<?>[] {Owned.class},
            List.of("insert into owned (id, tenant, name) values (1, 'me', 'mine'), (2, 'you', 'yours')"),
            Map.of("hibernate.tenant_identifier_resolver", new Me()));

    /** Results of queries are kept. */
    static final World QUERY_CACHE = new World(
            new Class<?>[] {Cached.class},
            List.of("insert into cached (id, name) values (1, 'kept')"),
            Map.of(
                    "hibernate.cache.use_query_cache",
                    true,
                    "hibernate.cache.region.factory_class",
                    "jcache",
                    "hibernate.javax.cache.missing_cache_strategy",
                    "create"));

    /** Statements are prepared on the server, and rows arrive in the binary protocol. */
    static final World PREPARED = new World(
            new Class<?>[] {Rare.Rounded.class, Rare.Dated.class},
            List.of(
                    "insert into r_rounded (id, ratio, price) values (1, 16777217, -0.0005)",
                    "insert into r_dated (id, at, day, clock) values (1, '2024-02-29 12:00:00.123456', '2024-02-29',"
                            + " '23:59:59')"),
            Map.of(App.URL_OPTIONS, "useServerPrepStmts=true"));

    /** Few tables, with lookups, ranges and joins. */
    static final World FEW = new World(
            Stream.concat(Stream.of(Special.Indexed.class, Ranged.class), Clinic.entities().stream())
                    .toArray(Class<?>[]::new),
            Stream.of(Special.rows().subList(0, 1), Ranged.rows(), Clinic.rows())
                    .flatMap(List::stream)
                    .toList(),
            Map.of());

    private final Class<?>[] entities;
    private final List<String> rows;
    private final Map<String, Object> settings;

    private World(Class<?>[] entities, List<String> rows, Map<String, Object> settings) {
        this.entities = entities;
        this.rows = rows;
        this.settings = settings;
    }

    static List<World> all() {
        return List.of(MAIN, TENANT, QUERY_CACHE, PREPARED);
    }

    Class<?>[] entities() {
        return entities;
    }

    List<String> insertRows() {
        return rows;
    }

    Map<String, Object> settings() {
        return settings;
    }

    private static List<String> rows() {
        List<String> rows = new ArrayList<>(Model.rows());
        rows.addAll(Keyed.rows());
        rows.addAll(Family.rows());
        rows.addAll(Hierarchies.rows());
        rows.addAll(Clinic.rows());
        rows.addAll(Kennel.rows());
        rows.addAll(Special.rows());
        rows.addAll(Rare.rows());
        rows.addAll(Narrowed.rows());
        rows.addAll(AllTypes.rows());
        rows.addAll(Ranged.rows());
        rows.add("insert into " + Model.ELSEWHERE + ".other (id) values (1)");
        return rows;
    }

    @Entity(name = "Owned")
    @Table(name = "owned")
    static class Owned {
        @Id
        int id;

        @TenantId
        @Column(length = 20)
        String tenant;

        @Column(length = 20)
        String name;
    }

    @Entity(name = "Cached")
    @Table(name = "cached")
    static class Cached {
        @Id
        int id;

        @Column(length = 20)
        String name;
    }

    private static final class Me implements CurrentTenantIdentifierResolver<String> {

        @Override
        public String resolveCurrentTenantIdentifier() {
            return "me";
        }

        @Override
        public boolean validateExistingCurrentSessions() {
            return false;
        }
    }
}
