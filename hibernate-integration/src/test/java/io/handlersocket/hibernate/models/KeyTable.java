// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.models;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.Table;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;

/**
 * An attribute's type on a column's type, and what may be asked of it: an entity with {@code several} under an index that is not
 * unique and {@code one} under one that is.
 *
 * @param type of both attributes
 * @param definition of both columns, in SQL
 * @param stored the values of its rows, in SQL
 * @param decided keys that HandlerSocket answers as SQL does
 * @param left keys that are left to SQL
 * @param reading how its rows are read
 */
record KeyTable(Class<?> type, String definition, List<String> stored, List<?> decided, List<?> left, Reading reading) {

    private static final String PACKAGE = KeyTable.class.getPackageName();

    /** What gives a value of a row as the driver gives it. */
    enum Reading {
        HANDLERSOCKET,
        /** HandlerSocket where the driver uses the text protocol: the other one gives other values. */
        HANDLERSOCKET_AS_TEXT,
        JDBC
    }

    KeyTable(Class<?> type, String definition, List<String> stored, List<?> decided, List<?> left) {
        this(type, definition, stored, decided, left, Reading.HANDLERSOCKET);
    }

    /** The same, read in this way. */
    KeyTable read(Reading other) {
        return new KeyTable(type, definition, stored, decided, left, other);
    }

    /** The entity, made up at run time. */
    Class<?> entity() {
        String name = name();
        AnnotationDescription table = AnnotationDescription.Builder.ofType(Table.class)
                .define("name", name)
                .defineAnnotationArray(
                        "indexes",
                        TypeDescription.ForLoadedType.of(Index.class),
                        index("several").define("unique", false).build(),
                        index("one").define("unique", true).build())
                .build();
        DynamicType.Builder<?> builder = new ByteBuddy()
                .subclass(Object.class)
                .name(PACKAGE + '.' + name)
                .annotateType(
                        AnnotationDescription.Builder.ofType(Entity.class)
                                .define("name", name)
                                .build(),
                        table)
                .defineField("id", int.class, Visibility.PUBLIC)
                .annotateField(AnnotationDescription.Builder.ofType(Id.class).build());
        for (String attribute : List.of("several", "one")) {
            builder = builder.defineField(attribute, type, Visibility.PUBLIC)
                    .annotateField(AnnotationDescription.Builder.ofType(Column.class)
                            .define("columnDefinition", definition)
                            .build());
        }
        try (DynamicType.Unloaded<?> unloaded = builder.make()) {
            return MethodHandles.lookup().defineClass(unloaded.getBytes());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static AnnotationDescription.Builder index(String column) {
        return AnnotationDescription.Builder.ofType(Index.class).define("columnList", column);
    }

    /** The name of its entity and table. */
    String name() {
        return ("keys_" + type.getSimpleName() + '_' + definition)
                .replaceAll("character set \\w+ collate", "")
                .replaceAll("\\W+", "_");
    }

    /** The keys, those that HandlerSocket answers first. */
    List<Object> keys() {
        List<Object> keys = new ArrayList<>(decided);
        keys.addAll(left);
        return keys;
    }

    /** How many rows it has: one for each stored value, and one of NULL. */
    int rows() {
        return stored.size() + 1;
    }

    /** Statements that put its rows into its table. */
    List<String> inserts() {
        List<String> inserts = new ArrayList<>();
        inserts.add("insert into " + name() + " (id) values (" + rows() + ")");
        for (int i = 0; i < stored.size(); i++) {
            inserts.add("insert into " + name() + " (id, several, one) values (" + (i + 1) + ", " + stored.get(i) + ", "
                    + stored.get(i) + ")");
        }
        return inserts;
    }

    @Override
    public String toString() {
        return type.getSimpleName() + " on " + definition;
    }
}
