// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import io.handlersocket.hibernate.fixture.AllTypes;
import io.handlersocket.hibernate.fixture.Enhanced;
import io.handlersocket.hibernate.fixture.Family;
import io.handlersocket.hibernate.fixture.Keyed;
import io.handlersocket.hibernate.fixture.Model;
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
enum World {
    /** Nearly everything. */
    MAIN(
            Stream.of(
                            Stream.of(Model.tables()),
                            Stream.of(Keyed.entities()),
                            Stream.of(AllTypes.class, Enhanced.PASSES),
                            Family.entities().stream(),
                            Special.entities().stream())
                    .flatMap(entities -> entities)
                    .toArray(Class<?>[]::new),
            rows(),
            Map.of()),

    /** Rows that belong to somebody. */
    TENANT(
            new Class<?>[] {Owned.class},
            List.of("insert into owned (id, tenant, name) values (1, 'me', 'mine'), (2, 'you', 'yours')"),
            Map.of("hibernate.tenant_identifier_resolver", new Me())),

    /** Results of queries are kept. */
    QUERY_CACHE(
            new Class<?>[] {Cached.class},
            List.of("insert into cached (id, name) values (1, 'kept')"),
            Map.of(
                    "hibernate.cache.use_query_cache",
                    true,
                    "hibernate.cache.region.factory_class",
                    "jcache",
                    "hibernate.javax.cache.missing_cache_strategy",
                    "create"));

    private final Class<?>[] entities;
    private final List<String> rows;
    private final Map<String, Object> settings;

    World(Class<?>[] entities, List<String> rows, Map<String, Object> settings) {
        this.entities = entities;
        this.rows = rows;
        this.settings = settings;
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
        rows.addAll(Special.rows());
        rows.addAll(AllTypes.rows());
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
