// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A made-up entity with its table: columns, indexes in both directions, and rows with many equal values and NULLs. */
final class MadeEntity {

    static final int ROWS = 24;

    /** The columns of the first entity of each application, whose primary key descends. */
    private static final List<Kind> FIRST =
            List.of(Kind.INT, Kind.CHAR_NO_PAD, Kind.DATETIME, Kind.TEXT, Kind.LABEL, Kind.DECIMAL);

    /** How the entity is mapped. */
    enum Mapping {
        PLAIN,
        CONVERTED,
        EMBEDDED,
        ASSOCIATION,
        COMPOSITE,
        SINGLE_TABLE,
        JOINED,
        SECONDARY,
        SOFT_DELETE,
        RESTRICTED;

        /** Returns whether direct reads may answer its queries. */
        boolean direct() {
            return compareTo(COMPOSITE) <= 0;
        }
    }

    /** An attribute of a column with the same name. */
    record Attribute(String name, Kind kind, boolean nullable, String path) {

        /** Returns it as the name of a method has it. */
        String inName() {
            return List.of(path.split("\\.")).stream()
                    .map(part -> Character.toUpperCase(part.charAt(0)) + part.substring(1))
                    .collect(Collectors.joining());
        }

        @Override
        public String toString() {
            return name + ' ' + kind + (nullable ? " NULL" : "");
        }
    }

    record Part(Attribute attribute, boolean descending) {}

    record Index(String name, List<Part> parts, boolean unique) {

        boolean ascending() {
            return parts.stream().noneMatch(Part::descending);
        }

        @Override
        public String toString() {
            return name + sql();
        }

        private String sql() {
            return parts.stream()
                    .map(part -> part.attribute().name() + (part.descending() ? " DESC" : ""))
                    .collect(Collectors.joining(", ", "(", ")"));
        }
    }

    final int number;
    final Mapping mapping;
    final Attribute id;
    final List<Attribute> attributes = new ArrayList<>();
    final Index primary;
    final List<Index> indexes = new ArrayList<>();
    final List<String> queries = new ArrayList<>();
    private final Random random;

    MadeEntity(int number, Random random) {
        this.number = number;
        this.random = random;
        Mapping[] mappings = Mapping.values();
        this.mapping =
                number == 0 || random.nextInt(10) < 6 ? Mapping.PLAIN : mappings[random.nextInt(mappings.length)];
        this.id = new Attribute("id", Kind.BIGINT, false, "id");
        Kind[] kinds = Kind.values();
        for (int i = 1; i <= 6; i++) {
            Kind kind = number == 0 ? FIRST.get(i - 1) : i == 1 ? Kind.INT : kinds[random.nextInt(kinds.length)];
            if (i == 2 && mapping == Mapping.CONVERTED) {
                kind = Kind.TEXT;
            }
            String name = "c" + i;
            String path = i == 3 && mapping == Mapping.EMBEDDED ? "part." + name : name;
            attributes.add(new Attribute(name, kind, random.nextInt(3) > 0, path));
        }
        if (mapping == Mapping.ASSOCIATION) {
            attributes.set(3, new Attribute("ref", Kind.BIGINT, true, "ref.id"));
        }
        attributes.add(new Attribute("u", Kind.INT, false, "u"));
        List<Part> key = new ArrayList<>(List.of(new Part(id, number == 0 || random.nextInt(3) == 0)));
        if (mapping == Mapping.COMPOSITE) {
            key.add(random.nextInt(2), new Part(unique(), random.nextInt(4) == 0));
        }
        this.primary = new Index("PRIMARY", key, true);
        indexes.add(primary);
        indexes.add(new Index("by_u", List.of(new Part(unique(), random.nextInt(4) == 0)), true));
        for (int i = 0; i < 4; i++) {
            List<Part> single = List.of(new Part(attributes.get(i), false));
            indexes.add(number == 0 ? new Index("x" + i, single, false) : index("x" + i));
        }
    }

    private Index index(String name) {
        List<Attribute> left = new ArrayList<>(attributes.subList(0, 6));
        boolean mixed = random.nextInt(3) == 0;
        List<Part> parts = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            parts.add(new Part(left.remove(random.nextInt(left.size())), mixed && random.nextBoolean()));
        }
        return new Index(name, parts, false);
    }

    Attribute unique() {
        return attributes.get(6);
    }

    String table() {
        return "made_" + number;
    }

    /** Returns what the entity shows by a getter of the attribute's own name. */
    List<Attribute> shown() {
        List<Attribute> shown = new ArrayList<>(List.of(id));
        attributes.stream().filter(one -> one.path().equals(one.name())).forEach(shown::add);
        return shown;
    }

    List<String> ddl() {
        String columns = attributes.stream()
                .map(one -> one.name() + ' ' + one.kind().sql + (one.nullable() ? "" : " NOT NULL"))
                .collect(Collectors.joining(", "));
        String keys = indexes.stream()
                .skip(1)
                .map(index -> (index.unique() ? ", UNIQUE KEY " : ", KEY ") + index.name() + ' ' + index.sql())
                .collect(Collectors.joining());
        List<String> ddl = new ArrayList<>(List.of(
                "DROP TABLE IF EXISTS " + table(),
                "CREATE TABLE " + table()
                        + " (id BIGINT NOT NULL, dtype VARCHAR(9) NOT NULL DEFAULT 'E', deleted BIT(1)"
                        + " NOT NULL DEFAULT b'0', " + columns + ", PRIMARY KEY " + primary.sql() + keys
                        + ") ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
                "INSERT INTO " + table() + " (id, dtype, deleted, "
                        + attributes.stream().map(Attribute::name).collect(Collectors.joining(", ")) + ") VALUES "
                        + IntStream.rangeClosed(1, ROWS).mapToObj(this::row).collect(Collectors.joining(", "))));
        if (mapping == Mapping.JOINED || mapping == Mapping.SECONDARY) {
            ddl.add("DROP TABLE IF EXISTS " + table() + "_more");
            ddl.add("CREATE TABLE " + table() + "_more (id BIGINT NOT NULL PRIMARY KEY, more INT, mood "
                    + Kind.LABEL.sql + ')');
            ddl.add("INSERT INTO " + table() + "_more SELECT id, 1, IF(id = 3, 'NEW', 'BAD') FROM " + table()
                    + " WHERE id MOD 2 = 1");
        }
        return ddl;
    }

    private String row(int id) {
        String dtype = mapping != Mapping.SINGLE_TABLE
                ? "E"
                : List.of("E", "F", "E", "G").get(id % 4);
        return "(" + id + ", '" + dtype + "', b'" + (id % 5 == 0 ? 1 : 0) + "', "
                + attributes.stream().map(one -> value(one, id)).collect(Collectors.joining(", ")) + ")";
    }

    private String value(Attribute attribute, int id) {
        if (attribute.equals(unique())) {
            return String.valueOf(id * 7 % 25);
        }
        if (attribute.name().equals("ref")) {
            return id % 4 == 0 ? "NULL" : String.valueOf(id % 6 + 1);
        }
        if (attribute.nullable() && random.nextInt(5) == 0) {
            return "NULL";
        }
        return attribute.kind() == Kind.LABEL && random.nextInt(8) == 0
                ? "'NEW'"
                : Kind.literal(MadeApplication.one(attribute.kind().values, random));
    }

    /** Returns the entity's source. */
    String source() {
        StringBuilder out = new StringBuilder(MadeApplication.HEADER);
        String name = "E" + number;
        queries.forEach(out::append);
        out.append("@Entity @Table(name = \"").append(table()).append("\")\n");
        out.append(
                switch (mapping) {
                    case COMPOSITE -> "@IdClass(" + name + ".Key.class)\n";
                    case SINGLE_TABLE ->
                        "@Inheritance(strategy = InheritanceType.SINGLE_TABLE) @DiscriminatorColumn(name = \"dtype\")"
                                + " @DiscriminatorValue(\"E\")\n";
                    case JOINED -> "@Inheritance(strategy = InheritanceType.JOINED)\n";
                    case SECONDARY -> "@SecondaryTable(name = \"" + table() + "_more\")\n";
                    case SOFT_DELETE -> "@org.hibernate.annotations.SoftDelete(columnName = \"deleted\")\n";
                    case RESTRICTED -> "@org.hibernate.annotations.SQLRestriction(\"deleted = b'0'\")\n";
                    default -> "";
                });
        out.append("public class ").append(name).append(" {\n  @Id public Long id;\n");
        attributes.forEach(one -> out.append(field(one)));
        if (mapping == Mapping.SECONDARY) {
            out.append("  @Column(table = \"")
                    .append(table())
                    .append("_more\") @Enumerated(EnumType.STRING)")
                    .append(" public Mood mood;\n");
        }
        out.append("  public Long getId() { return id; }\n");
        out.append("  public String words() { return \"words of \" + id; }\n");
        shown().stream()
                .skip(1)
                .filter(one -> !one.name().equals("ref"))
                .forEach(one -> out.append("  public ")
                        .append(one.kind().java + " get" + one.inName() + "() { return " + one.name() + "; }\n"));
        if (mapping == Mapping.COMPOSITE) {
            out.append("  public static class Key implements java.io.Serializable { public Long id; public Integer u; ")
                    .append("public Key() {} public Key(Long id, Integer u) { this.id = id; this.u = u; } ")
                    .append(
                            "public boolean equals(Object o) { return o instanceof Key k && k.id.equals(id) && k.u.equals(u); } ")
                    .append("public int hashCode() { return id.hashCode(); } }");
        }
        if (mapping == Mapping.EMBEDDED) {
            Attribute inner = attributes.get(2);
            out.append("  @Embeddable public static class Inner { ")
                    .append(column(inner))
                    .append(" }\n");
            out.append("  @Embedded public Inner part;\n");
        }
        out.append("}\n");
        if (mapping == Mapping.JOINED) {
            out.append("@Entity @Table(name = \"" + table() + "_more\") class F" + number + " extends " + name
                    + " { public Integer more; @Enumerated(EnumType.STRING) public Mood mood; }\n");
        }
        if (mapping == Mapping.SINGLE_TABLE) {
            out.append("@Entity @DiscriminatorValue(\"F\") class F" + number + " extends " + name + " {}\n");
        }
        return out.toString();
    }

    private String field(Attribute one) {
        if (one.name().equals("ref")) {
            return "  @ManyToOne(fetch = FetchType.LAZY) @JoinColumn(name = \"ref\") public Team ref; "
                    + "public Team getRef() { return ref; }\n";
        }
        String id = one.equals(unique()) && mapping == Mapping.COMPOSITE ? "@Id " : "";
        String converted =
                one.name().equals("c2") && mapping == Mapping.CONVERTED ? "@Convert(converter = Loud.class) " : "";
        return one.path().equals(one.name()) ? "  " + id + converted + column(one) + '\n' : "";
    }

    private static String column(Attribute one) {
        return (one.kind() == Kind.LABEL ? "@Enumerated(EnumType.STRING) " : "") + "@Column(name = \"" + one.name()
                + "\") public " + one.kind().java + ' ' + one.name() + ';';
    }
}
