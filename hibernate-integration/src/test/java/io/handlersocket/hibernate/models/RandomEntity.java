// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.models;

import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;

/** An entity class made up at run time: an id, a unique key of some columns, an index of two, values, and a collection. */
final class RandomEntity {

    private static final int MAX_KEY_PARTS = 3;
    private static final String[] NAMES = {"name", "`select`", "Mixed", "with_underscore", "`from`", "x1"};

    private final Class<?> type;
    private final ColumnKind id;
    private final List<ColumnKind> keyParts = new ArrayList<>();
    private final List<ColumnKind> groups = new ArrayList<>();
    private final List<ColumnKind> values = new ArrayList<>();

    RandomEntity(int number, Random random) {
        String name = "RandomEntity" + number;
        id = ColumnKind.key(random);
        for (int parts = 1 + random.nextInt(MAX_KEY_PARTS); parts > 0; parts--) {
            keyParts.add(ColumnKind.key(random));
        }
        groups.add(ColumnKind.key(random));
        groups.add(ColumnKind.key(random));
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
            builder = define(builder, "k" + i, "k" + i, keyParts.get(i));
        }
        for (int i = 0; i < groups.size(); i++) {
            builder = define(builder, "g" + i, "g" + i, groups.get(i));
        }
        for (int i = 0; i < values.size(); i++) {
            builder = define(builder, "v" + i, NAMES[i], values.get(i));
        }
        builder = builder.defineField(
                        "tags",
                        TypeDescription.Generic.Builder.parameterizedType(Set.class, Integer.class)
                                .build(),
                        Visibility.PUBLIC)
                .annotateField(
                        AnnotationDescription.Builder.ofType(ElementCollection.class)
                                .build(),
                        collectionTable(name, id));
        try (DynamicType.Unloaded<?> unloaded = builder.make()) {
            type = MethodHandles.lookup().defineClass(unloaded.getBytes());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static DynamicType.Builder<?> define(
            DynamicType.Builder<?> builder, String field, String column, ColumnKind kind) {
        return builder.defineField(field, kind.type(), Visibility.PUBLIC).annotateField(column(column, kind));
    }

    private static AnnotationDescription collectionTable(String name, ColumnKind id) {
        AnnotationDescription owner = AnnotationDescription.Builder.ofType(JoinColumn.class)
                .define("name", "owner")
                .define("columnDefinition", id.definition())
                .build();
        return AnnotationDescription.Builder.ofType(CollectionTable.class)
                .define("name", name.toLowerCase(Locale.ROOT) + "_tags")
                .defineAnnotationArray("joinColumns", TypeDescription.ForLoadedType.of(JoinColumn.class), owner)
                .build();
    }

    private AnnotationDescription table(String name) {
        String[] columns = new String[keyParts.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = "k" + (columns.length - 1 - i);
        }
        AnnotationDescription unique = AnnotationDescription.Builder.ofType(UniqueConstraint.class)
                .defineArray("columnNames", columns)
                .build();
        AnnotationDescription index = AnnotationDescription.Builder.ofType(Index.class)
                .define("columnList", "g0, g1")
                .build();
        return AnnotationDescription.Builder.ofType(Table.class)
                .define("name", name.toLowerCase(Locale.ROOT))
                .defineAnnotationArray("indexes", TypeDescription.ForLoadedType.of(Index.class), index)
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

    List<String> uniqueKey() {
        return IntStream.range(0, keyParts.size()).mapToObj(i -> "k" + i).toList();
    }

    /** An entity with random values; the database may refuse it. */
    Object instance(Random random) {
        try {
            Object entity = type.getDeclaredConstructor().newInstance();
            type.getField("id").set(entity, id.values().apply(random));
            fill(entity, "k", keyParts, random);
            fill(entity, "g", groups, random);
            fill(entity, "v", values, random);
            type.getField("tags").set(entity, tags(random));
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

    private static Set<Integer> tags(Random random) {
        Set<Integer> tags = new HashSet<>();
        for (int more = random.nextInt(4); more > 0; more--) {
            tags.add(random.nextInt(100));
        }
        return tags;
    }

    /** JPQL by these attributes, each with a parameter of its name. */
    String query(List<String> attributes) {
        return "from " + name() + " e where "
                + attributes.stream()
                        .map(attribute -> "e." + attribute + " = :" + attribute)
                        .collect(Collectors.joining(" and "));
    }

    @Override
    public String toString() {
        return name() + " id " + id.definition() + ", unique "
                + keyParts.stream().map(ColumnKind::definition).toList() + ", index "
                + groups.stream().map(ColumnKind::definition).toList();
    }
}
