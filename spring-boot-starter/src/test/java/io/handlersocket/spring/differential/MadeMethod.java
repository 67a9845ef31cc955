// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.differential;

import io.handlersocket.spring.differential.Form.Direct;
import io.handlersocket.spring.differential.MadeEntity.Attribute;
import io.handlersocket.spring.differential.MadeEntity.Index;
import io.handlersocket.spring.differential.MadeEntity.Mapping;
import io.handlersocket.spring.differential.MadeEntity.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A made-up query method: its source, its parameters, and which route it must take. */
final class MadeMethod {

    /** Where the query comes from. */
    enum Origin {
        NAME,
        QUERY,
        NATIVE_QUERY,
        NAMED_QUERY,
        NAMED_NATIVE_QUERY,
        PROPERTIES;

        boolean named() {
            return compareTo(NAMED_QUERY) >= 0;
        }
    }

    record Order(Attribute attribute, boolean descending) {}

    private static final List<String> RANGES =
            List.of("GreaterThan", "GreaterThanEqual", "LessThan", "LessThanEqual", "After", "Before", "Between");
    private static final List<String> OTHERS = List.of("Not", "IsNull", "IsNotNull", "IgnoreCase", "Like", "IsNot");

    final MadeEntity entity;
    final Form form;
    final Container container;
    final Origin origin;
    final List<Attribute> shown = new ArrayList<>();
    final List<Attribute> parameters = new ArrayList<>();
    final List<Order> orders = new ArrayList<>();
    final String name;
    private final List<String> conditions = new ArrayList<>();
    private final List<String> jpql = new ArrayList<>();
    private final Random random;
    private final String type;
    private int equals;
    private boolean unique;
    private String top = "";
    /** Whether direct reads must answer, must not, or may; only the last if the starter may find another index. */
    Direct direct = Direct.YES;
    /** The query of the properties file; empty without one. */
    String property = "";

    MadeMethod(MadeEntity entity, int number, boolean nullOrder, Random random) {
        this.entity = entity;
        this.random = random;
        this.type = "M" + number;
        this.origin = random.nextInt(10) < 6 ? Origin.NAME : MadeApplication.one(List.of(Origin.values()), random);
        Container asking = MadeApplication.one(List.of(Container.values()), random);
        boolean impossible = asking == Container.WINDOW
                ? origin != Origin.NAME
                : !asking.parameter.isEmpty() && origin != Origin.NAME && origin != Origin.QUERY;
        this.container = impossible ? Container.LIST : asking;
        List<Form> forms = List.of(Form.values());
        List<Form> likely = origin == Origin.QUERY
                ? forms.subList(forms.indexOf(Form.ENTITY), forms.size())
                : List.of(Form.RECORD, Form.INTERFACE);
        // Each form is in each application.
        Form next = forms.get((entity.number * 12 + number) % forms.size());
        Form asked = random.nextInt(3) == 0 ? MadeApplication.one(likely, random) : next;
        boolean written = origin != Origin.NAME && origin != Origin.NATIVE_QUERY && !origin.named();
        this.form = (asked.needsQuery() && !written)
                        || (asked == Form.INTERFACE_NESTED && entity.mapping != Mapping.ASSOCIATION)
                ? Form.RECORD
                : asked;
        Index index = MadeApplication.one(entity.indexes, random);
        where(index);
        boolean along = order(index);
        limit();
        show();
        boolean exists = origin == Origin.NAME && container == Container.PLAIN && random.nextInt(3) == 0;
        String subject = exists ? "exists" + top : "find" + (random.nextInt(40) == 0 ? distinct() : "") + top;
        this.name = subject + type + "By" + String.join("And", conditions) + (exists ? "" : orderBy());
        this.existence = exists;
        judge(exists, along, nullOrder, index);
    }

    final boolean existence;

    private String not(String text) {
        direct = Direct.NO;
        return text;
    }

    /** Beside a query of its own, the name means nothing. */
    private String distinct() {
        return origin == Origin.QUERY ? "Distinct" : not("Distinct");
    }

    private void where(Index index) {
        int size = index.parts().size();
        boolean range = random.nextInt(3) == 0;
        int equal = range ? random.nextInt(size) : 1 + random.nextInt(size);
        for (Part part : index.parts().subList(0, equal)) {
            equal(part.attribute());
        }
        unique |= index.unique() && equal == size;
        if (range) {
            Part next = index.parts().get(equal);
            range(next.attribute());
            if (index.parts().subList(0, equal + 1).stream().anyMatch(Part::descending)
                    || !next.attribute().kind().sorted) {
                direct = Direct.MAYBE;
            }
        }
        if (random.nextInt(12) == 0) {
            Attribute other = MadeApplication.one(entity.attributes, random);
            if (conditions.stream().noneMatch(one -> one.startsWith(other.inName()))) {
                equal(other);
                direct = Direct.MAYBE;
            }
        }
        if (random.nextInt(16) == 0 && origin == Origin.NAME) {
            Attribute other = entity.attributes.get(random.nextInt(3));
            String keyword = MadeApplication.one(OTHERS, random);
            if (other.kind().isText() || !(keyword.equals("IgnoreCase") || keyword.equals("Like"))) {
                conditions.add(other.inName() + not(keyword));
                if (!keyword.contains("Null")) {
                    parameters.add(other);
                }
            }
        }
        if (parameters.stream().anyMatch(one -> !one.kind().sorted)) {
            direct = direct == Direct.NO ? Direct.NO : Direct.MAYBE;
        }
    }

    private void equal(Attribute attribute) {
        equals++;
        unique |= attribute.equals(entity.unique())
                || (attribute.equals(entity.id) && entity.mapping != Mapping.COMPOSITE);
        conditions.add(attribute.inName());
        parameters.add(attribute);
        jpql.add("e." + attribute.path() + " = ?" + parameters.size());
    }

    private void range(Attribute attribute) {
        String keyword = MadeApplication.one(RANGES, random);
        conditions.add(attribute.inName() + keyword);
        parameters.add(attribute);
        if (keyword.equals("Between")) {
            parameters.add(attribute);
            jpql.add("e." + attribute.path() + " between ?" + (parameters.size() - 1) + " and ?" + parameters.size());
        } else {
            jpql.add("e." + attribute.path() + " > ?" + parameters.size());
        }
        if (origin != Origin.NAME) {
            direct = Direct.NO;
        }
    }

    /** Returns whether the order goes along the index. */
    private boolean order(Index index) {
        boolean along = true;
        if (random.nextInt(3) > 0) {
            if (random.nextInt(6) == 0) {
                orders.add(new Order(MadeApplication.one(entity.attributes, random), random.nextBoolean()));
                along = false;
            } else {
                boolean down = random.nextBoolean();
                int from = random.nextInt(index.parts().size());
                for (Part part : index.parts().subList(from, index.parts().size())) {
                    orders.add(new Order(part.attribute(), down));
                }
                along = from <= equals;
                if (random.nextBoolean()
                        && orders.stream().noneMatch(one -> one.attribute().equals(entity.id))) {
                    boolean other = random.nextInt(10) == 0;
                    orders.add(new Order(entity.id, down != other));
                    along &= !other;
                }
            }
        }
        return along;
    }

    private void limit() {
        if (container == Container.WINDOW) {
            top = origin == Origin.NAME ? "First3" : "";
        } else if (origin == Origin.NAME && !container.limits() && random.nextInt(4) == 0) {
            top = MadeApplication.one(List.of("First", "Top3", "First4", "Top0", "First0"), random);
        }
    }

    private void show() {
        List<Attribute> all = new ArrayList<>(entity.shown());
        all.removeIf(one -> one.name().equals("ref"));
        boolean whole = container == Container.WINDOW || random.nextBoolean();
        if (whole) {
            shown.add(entity.id);
            orders.stream()
                    .map(Order::attribute)
                    .filter(all::contains)
                    .filter(one -> !shown.contains(one))
                    .forEach(shown::add);
        }
        all.removeAll(shown);
        for (int i = random.nextInt(3); i >= 0 && !all.isEmpty(); i--) {
            shown.add(all.remove(random.nextInt(all.size())));
        }
    }

    private String orderBy() {
        return orders.isEmpty()
                ? ""
                : orders.stream()
                        .map(one -> one.attribute().inName() + (one.descending() ? "Desc" : "Asc"))
                        .collect(Collectors.joining("", "OrderBy", ""));
    }

    private void judge(boolean exists, boolean along, boolean nullOrder, Index index) {
        boolean refused = !entity.mapping.direct()
                || !container.direct
                || (!exists && form.direct == Direct.NO)
                || (origin != Origin.NAME && origin != Origin.QUERY)
                || (origin == Origin.QUERY && container == Container.WINDOW)
                || (!exists && top.endsWith("0")) // Spring Data reads no limit of an existence
                || (nullOrder && !orders.isEmpty() && !exists)
                || (!isTotal() && orders.isEmpty() && isLimited() && !exists);
        boolean ties = !orders.isEmpty() && (!along || index.parts().stream().anyMatch(Part::descending));
        boolean open = !orders.isEmpty() || container == Container.WINDOW;
        boolean primary = !entity.primary.ascending() || entity.mapping == Mapping.COMPOSITE;
        boolean unread = shown.stream().anyMatch(one -> !one.kind().sorted);
        if (refused) {
            direct = form == Form.ENTITY && !exists ? Direct.MAYBE : Direct.NO;
        } else if (ties
                || (open && primary)
                || container == Container.WINDOW
                || form.direct == Direct.MAYBE
                || unread
                || orders.stream().anyMatch(one -> !one.attribute().kind().sorted)
                || entity.mapping != Mapping.PLAIN) {
            direct = direct == Direct.NO && form != Form.ENTITY ? Direct.NO : Direct.MAYBE;
        } else if (form == Form.ENTITY) {
            direct = Direct.MAYBE;
        }
    }

    boolean isLimited() {
        return !top.isEmpty() || container.limits();
    }

    /**
     * Returns whether only one order of the rows is right. Spring Data sorts windows by the id; the attributes of a
     * composite one are a set, which has another order in each EntityManagerFactory.
     */
    boolean isTotal() {
        return unique
                || (container == Container.WINDOW && orders.isEmpty() && entity.mapping != Mapping.COMPOSITE)
                || orders.stream()
                        .anyMatch(one -> (one.attribute().equals(entity.id) && entity.mapping != Mapping.COMPOSITE)
                                || one.attribute().equals(entity.unique()));
    }

    /** Returns the declaration of the method and its type, and adds a named query to the entity. */
    String source() {
        String declaration = existence ? "" : form.declaration(type, entity, shown);
        String result = existence ? "boolean" : form.type(type, entity, shown);
        String takes = IntStream.range(0, parameters.size())
                .mapToObj(i -> parameters.get(i).kind().java + " p" + i)
                .collect(Collectors.joining(", "));
        if (!container.parameter.isEmpty()) {
            takes += (takes.isEmpty() ? "" : ", ") + container.parameter + " more";
        }
        String method =
                "  " + (existence ? "boolean" : container.type.formatted(result)) + ' ' + name + '(' + takes + ");\n";
        return declaration + "  @FastLookup " + query() + method;
    }

    private String query() {
        String where = jpql.isEmpty() ? "" : " where " + String.join(" and ", jpql);
        String select = form == Form.ENTITY
                ? "e"
                : shown.stream()
                        .map(one -> "e." + one.path() + " as " + one.name())
                        .collect(Collectors.joining(", "));
        String text = "select " + select + " from E" + entity.number + " e" + where;
        String order = orders.stream()
                .map(one -> "e." + one.attribute().path() + (one.descending() ? " desc" : ""))
                .collect(Collectors.joining(", ", orders.isEmpty() ? "" : " order by ", ""));
        String full = "E" + entity.number + '.' + name;
        // Other rows and another column than the method's name says.
        String other = "select " + (form == Form.ENTITY ? "e" : "e.id as id" + column()) + " from E" + entity.number
                + " e where e.u > 0 and e.id < 9" + binding() + " order by e.id";
        return switch (origin) {
            case NAME -> "";
            case QUERY -> "@Query(\"" + text + order + "\") ";
            case NATIVE_QUERY ->
                "@Query(nativeQuery = true, value = \"select * from " + entity.table() + " e where id < 9" + binding()
                        + " order by id\") ";
            case NAMED_QUERY -> {
                entity.queries.add("@NamedQuery(name = \"" + full + "\", query = \"" + other + "\")\n");
                yield "";
            }
            case NAMED_NATIVE_QUERY -> {
                entity.queries.add("@NamedNativeQuery(name = \"" + full + "\", query = \"select id as id"
                        + column().replace("e.u", "u") + " from " + entity.table() + " e where id < 9" + binding()
                        + " order by id\")\n");
                yield "";
            }
            case PROPERTIES -> {
                property = full + '=' + other;
                yield "";
            }
        };
    }

    private String column() {
        return shown.stream()
                .filter(one -> !one.equals(entity.id))
                .findFirst()
                .map(one -> ", e.u as " + one.name())
                .orElse("");
    }

    /** Compares each parameter, so that no number of parameters is wrong. */
    private String binding() {
        return IntStream.rangeClosed(1, parameters.size())
                .mapToObj(i -> " and (e."
                        + (origin == Origin.NAMED_NATIVE_QUERY || origin == Origin.NATIVE_QUERY
                                ? parameters.get(i - 1).name()
                                : parameters.get(i - 1).path())
                        + " = ?" + i + " or e.id > 0)")
                .collect(Collectors.joining());
    }

    @Override
    public String toString() {
        return "E" + entity.number + ' ' + entity.mapping + ' ' + origin + ' ' + container + ' ' + form + ' ' + direct
                + ' ' + name;
    }
}
