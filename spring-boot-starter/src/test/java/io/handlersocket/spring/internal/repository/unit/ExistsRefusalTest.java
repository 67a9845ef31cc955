// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.JdbcReason;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.PostLoad;
import org.hibernate.annotations.Filter;
import org.hibernate.annotations.FilterDef;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class ExistsRefusalTest {

    @Entity
    static class Plain {
        @Id
        private long id;
    }

    @Entity
    static class Listening {
        @Id
        private long id;

        @PostLoad
        void loaded() {}
    }

    @Entity
    @FilterDef(name = "live", autoEnabled = true, defaultCondition = "id > 0")
    @Filter(name = "live")
    static class Filtered {
        @Id
        private long id;
    }

    @Entity
    static class Lazy {
        @Id
        private long id;

        @ManyToOne(fetch = FetchType.LAZY)
        Filtered filtered;
    }

    @Entity
    static class Eager {
        @Id
        private long id;

        @ManyToOne
        Filtered filtered;
    }

    @Test
    void countsWhereAFilterMayHideARow() {
        assertThat(refusal(Filtered.class)).isEqualTo("filters");
        assertThat(refusal(Eager.class, Filtered.class)).isEqualTo("filters");
        assertThat(refusal(Lazy.class, Filtered.class)).isNull();
        assertThat(refusal(Plain.class, Filtered.class, Eager.class)).isNull();
    }

    @Test
    void loadsInsteadOfCountingWhereNobodyCanTell() {
        assertThat(refusal(Plain.class)).isNull();
    }

    @Test
    void countsWhereALoadWouldBeHeard() {
        assertThat(refusal(Plain.class, Listening.class)).contains("@PostLoad");
    }

    private static @Nullable String refusal(Class<?>... entities) {
        DriverManagerDataSource dataSource = new DriverManagerDataSource("jdbc:h2:mem:exists;DB_CLOSE_DELAY=-1");
        try (EntityManagerFactory factory = new HibernatePersistenceConfiguration("exists")
                        .managedClasses(entities)
                        .property("hibernate.connection.datasource", dataSource)
                        .createEntityManagerFactory();
                HandlerSocketClient client =
                        HandlerSocketClient.builder().dataSource(dataSource).build()) {
            JdbcReason refusal = new PersistenceUnit(factory, client, null).existsRefusal(entities[0]);
            return refusal == null ? null : refusal.text();
        }
    }
}
