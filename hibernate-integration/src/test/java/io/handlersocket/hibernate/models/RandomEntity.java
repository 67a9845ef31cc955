// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.models;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;

/** An entity class made up at run time: an id, a unique key of some columns, and values. */
final class RandomEntity {

    private static final int MAX_KEY_PARTS = 3;
    private static final String[] NAMES = {"name", "`select`", "Mixed", "with_underscore", "`from`", "x1"};

    private final Class<?> type;
    private final ColumnKind id;
    private final List<ColumnKind> keyParts = new ArrayList<>();
    private final List<ColumnKind> values = new ArrayList<>();

    RandomEntity(int number, Random random) {
        String name = "RandomEntity" + number;
        id = ColumnKind.key(random);
        for (int parts = 1 + random.nextInt(MAX_KEY_PARTS); parts > 0; parts--) {
            keyParts.add(ColumnKind.key(random));
        }
        for (int more = random.nextInt(4); more > 0; more--) {
            values.add(ColumnKind.value(random));
        }
        DynamicType.Builder<?> builder = new ByteBuddy()
                .subclass(Object.class)
                .name(getClass().getPackageName() + '.' + name)
                .annotateType(
                        AnnotationDescription.Builder.ofType(Entity.class)
                                .define("name", name)
                                .build(),
                        table(name));
        builder = builder.defineField("id", id.type(), Visibility.PUBLIC)
                .annotateField(AnnotationDescription.Builder.ofType(Id.class).build(), column("id", id));
        for (int i = 0; i < keyParts.size(); i++) {
            builder = builder.defineField("k" + i, keyParts.get(i).type(), Visibility.PUBLIC)
                    .annotateField(column("k" + i, keyParts.get(i)));
        }
        for (int i = 0; i < values.size(); i++) {
            builder = builder.defineField("v" + i, values.get(i).type(), Visibility.PUBLIC)
                    .annotateField(column(NAMES[i], values.get(i)));
        }
        try (DynamicType.Unloaded<?> unloaded = builder.make()) {
            type = MethodHandles.lookup().defineClass(unloaded.getBytes());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private AnnotationDescription table(String name) {
        String[] columns = new String[keyParts.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = "k" + (columns.length - 1 - i);
        }
        AnnotationDescription unique = AnnotationDescription.Builder.ofType(UniqueConstraint.class)
                .defineArray("columnNames", columns)
                .build();
        return AnnotationDescription.Builder.ofType(Table.class)
                .define("name", name.toLowerCase(Locale.ROOT))
                .defineAnnotationArray(
                        "uniqueConstraints", TypeDescription.ForLoadedType.of(UniqueConstraint.class), unique)
                .build();
    }

    private static AnnotationDescription column(String name, ColumnKind kind) {
        return AnnotationDescription.Builder.ofType(Column.class)
                .define("name", name)
                .define("columnDefinition", kind.definition())
                .build();
    }

    Class<?> type() {
        return type;
    }

    String name() {
        return type.getSimpleName();
    }

    ColumnKind id() {
        return id;
    }

    List<ColumnKind> keyParts() {
        return keyParts;
    }

    /** An entity with random values; the database may refuse it. */
    Object instance(Random random) {
        try {
            Object entity = type.getDeclaredConstructor().newInstance();
            type.getField("id").set(entity, id.values().apply(random));
            fill(entity, "k", keyParts, random);
            fill(entity, "v", values, random);
            return entity;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private void fill(Object entity, String prefix, List<ColumnKind> kinds, Random random)
            throws ReflectiveOperationException {
        for (int i = 0; i < kinds.size(); i++) {
            Object value =
                    random.nextInt(12) == 0 ? null : kinds.get(i).values().apply(random);
            type.getField(prefix + i).set(entity, value);
        }
    }

    /** JPQL by the unique key. */
    String query() {
        StringBuilder jpql = new StringBuilder("from ").append(name()).append(" e where ");
        for (int i = 0; i < keyParts.size(); i++) {
            jpql.append(i == 0 ? "" : " and ")
                    .append("e.k")
                    .append(i)
                    .append(" = :k")
                    .append(i);
        }
        return jpql.toString();
    }

    @Override
    public String toString() {
        return name() + " id " + id.definition() + ", unique "
                + keyParts.stream().map(ColumnKind::definition).toList();
    }
}
