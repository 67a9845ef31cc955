// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.StubDatabase;
import jakarta.persistence.CascadeType;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.SQLRestriction;
import org.hibernate.annotations.SoftDelete;

/** The texts that Hibernate sends to MariaDB, each by what the application has asked Hibernate for. */
final class Corpus implements AutoCloseable {

    /** One attribute of each basic type, and each kind of association. */
    @Entity(name = "Owner")
    @Table(name = "owner")
    static class Owner {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        Long id;

        String name;
        Integer level;
        Short small;
        Byte tiny;
        Double ratio;
        Float part;
        BigDecimal amount;
        Boolean active;
        boolean open;
        Character initial;
        LocalDate day;
        LocalTime hour;
        LocalDateTime moment;
        Instant instant;
        OffsetDateTime zoned;
        Duration lasted;
        UUID code;
        byte[] image;
        Integer[] numbers;
        DayOfWeek ordinal;

        @Enumerated(EnumType.STRING)
        DayOfWeek label;

        @Embedded
        Address address;

        @ManyToOne(fetch = FetchType.LAZY)
        Owner parent;

        @OneToMany(mappedBy = "owner", cascade = CascadeType.ALL)
        Set<Pet> pets;

        @ManyToMany
        Set<Owner> friends;

        @ElementCollection
        @OrderColumn
        List<String> tags;

        @ElementCollection
        Map<String, Integer> scores;
    }

    @Embeddable
    @SuppressWarnings("NullAway.Init")
    static class Address {
        String city;
        String street;
    }

    @Entity(name = "Pet")
    @Table(name = "pet")
    @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
    @DiscriminatorColumn(name = "kind")
    static class Pet {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Integer id;

        String name;

        @ManyToOne
        Owner owner;
    }

    @Entity(name = "Dog")
    static class Dog extends Pet {
        String bark;
    }

    @Entity(name = "Item")
    @Table(name = "item")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Item {
        @Id
        Integer id;

        String name;
    }

    @Entity(name = "Book")
    @Table(name = "book")
    @SecondaryTable(name = "book_more")
    static class Book extends Item {
        String title;

        @jakarta.persistence.Column(table = "book_more")
        String blurb;
    }

    @Entity(name = "Shape")
    @Table(name = "shape")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    static class Shape {
        @Id
        Integer id;

        String name;
    }

    @Entity(name = "Circle")
    @Table(name = "circle")
    static class Circle extends Shape {
        Integer radius;
    }

    @Entity(name = "Hidden")
    @Table(name = "hidden")
    @SoftDelete
    @SQLRestriction("name <> 'x\\\\'")
    static class Hidden {
        @Id
        Integer id;

        String name;
    }

    /** The tables of these entities. */
    static final Set<String> TABLES = Set.of(
            "owner",
            "owner_seq",
            "owner_owner",
            "owner_tags",
            "owner_scores",
            "pet",
            "item",
            "book",
            "book_more",
            "shape",
            "circle",
            "hidden");

    private final StubDatabase database = new StubDatabase();
    private final SessionFactory sessionFactory;
    private final Set<String> texts = new LinkedHashSet<>();
    private final List<String> refused = new ArrayList<>();

    Corpus(Map<String, Object> settings) {
        sessionFactory = Factories.offline(
                database.dataSource(),
                settings,
                Owner.class,
                Pet.class,
                Dog.class,
                Item.class,
                Book.class,
                Shape.class,
                Circle.class,
                Hidden.class);
    }

    SessionFactory sessionFactory() {
        return sessionFactory;
    }

    /** Returns the texts so far. */
    Set<String> texts() {
        return texts;
    }

    /** Returns what Hibernate has not rendered. */
    List<String> refused() {
        return refused;
    }

    /** Does something in a transaction, and collects the statements. The database returns no rows. */
    void run(String what, Consumer<Session> work) {
        int before = database.statements().size();
        try (Session session = sessionFactory.openSession()) {
            session.beginTransaction();
            work.accept(session);
            session.getTransaction().commit();
        } catch (RuntimeException | AssertionError e) { // Hibernate asserts types
            if (database.statements().size() == before) {
                refused.add(what + ": " + e);
            }
        }
        texts.addAll(database.statements().subList(before, database.statements().size()));
    }

    @Override
    public void close() {
        sessionFactory.close();
    }
}
