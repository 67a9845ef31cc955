// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.StubDatabase;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.util.List;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.Test;

class AttributeNamesTest {

    @Entity(name = "Owner")
    @Table(name = "`Owner`")
    @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
    static class Owner {
        @Id
        Long number;

        @Column(name = "SURNAME")
        String name;

        @ElementCollection
        @CollectionTable(name = "owner_mark")
        @Column(name = "mark")
        List<Float> marks;

        @OneToMany(mappedBy = "owner")
        List<Pet> pets;
    }

    @Entity(name = "Breeder")
    static class Breeder extends Owner {
        String licence;
    }

    @Entity(name = "Pet")
    static class Pet {
        @Id
        Long id;

        @ManyToOne
        Owner owner;

        @Column(name = "kind")
        String kind;
    }

    /** Another view of the table. */
    @Entity(name = "PetKind")
    @Table(name = "Pet")
    static class PetKind {
        @Id
        Long id;

        @Column(name = "kind")
        String species;
    }

    @Test
    void namesTheAttributeOfAColumn() {
        try (SessionFactory sessionFactory = Factories.offline(
                new StubDatabase().dataSource(), Map.of(), Owner.class, Breeder.class, Pet.class, PetKind.class)) {
            AttributeNames names = new AttributeNames(sessionFactory.unwrap(SessionFactoryImplementor.class));

            assertThat(text(names, "owner", "surname")).isEqualTo("Owner.name: why");
            assertThat(text(names, "Owner", "number")).isEqualTo("Owner.number: why");
            assertThat(text(names, "owner", "licence")).isEqualTo("Breeder.licence: why");
            assertThat(text(names, "owner_mark", "mark")).isEqualTo("Owner.marks: why");
            assertThat(text(names, "pet", "owner_number")).isEqualTo("Pet.owner: why");
            assertThat(text(names, "pet", "kind")).as("of two entities").isEqualTo("why");
            assertThat(text(names, "pet", "other")).isEqualTo("why");

            JdbcReason reason = new JdbcReason(Kind.TABLE, "why");
            assertThat(names.named(reason)).isSameAs(reason);
        }
    }

    private static String text(AttributeNames names, String table, String column) {
        return names.named(new JdbcReason(Kind.TABLE, "why", new JdbcReason.Column(table, column)))
                .text();
    }
}
