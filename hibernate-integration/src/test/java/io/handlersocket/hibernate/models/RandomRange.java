// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.models;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import org.hibernate.Session;
import org.hibernate.query.SelectionQuery;

/** A made-up range of a made-up entity, in an order that an index gives, and of all rows that it has or some of them. */
final class RandomRange {

    private final RandomEntity model;
    private final Random random;
    private final BiFunction<Object, String, Object> read;
    private final Map<String, Object> parameters = new HashMap<>();
    private final String jpql;
    private final int offset;
    private final int limit;

    /** @param read gives the value of an entity's attribute */
    RandomRange(RandomEntity model, Random random, BiFunction<Object, String, Object> read) {
        this.model = model;
        this.random = random;
        this.read = read;
        boolean down = random.nextBoolean();
        List<String> order = List.of("g1", "id");
        String condition = switch (random.nextInt(7)) {
            case 0 -> equal() + " and " + start("g1", down) + (random.nextBoolean() ? "" : " and " + end("g1", down));
            case 1 -> equal() + " and " + end("g1", down);
            case 2 -> equal() + " and e.g1 between " + parameter("g1") + " and " + parameter("g1");
            case 3 -> equal() + " and (" + behind(order, down) + ")";
            case 4 -> {
                order = List.of("g0", "g1", "id");
                yield random.nextBoolean() ? start("g0", down) : behind(order, down);
            }
            case 5 -> {
                order = List.of("id");
                yield start("id", down);
            }
            default -> equal();
        };
        boolean all = order.get(0).equals("g1") && random.nextInt(3) == 0;
        limit = all ? 0 : 1 + random.nextInt(8);
        offset = all || random.nextBoolean() ? 0 : random.nextInt(4);
        jpql = "from " + model.name() + " e where " + condition + " order by e."
                + String.join((down ? " desc" : "") + ", e.", order) + (down ? " desc" : "");
    }

    private String equal() {
        return "e.g0 = " + parameter("g0");
    }

    private String start(String attribute, boolean down) {
        return "e." + attribute + (down ? " <" : " >") + inclusive() + parameter(attribute);
    }

    private String end(String attribute, boolean down) {
        return start(attribute, !down);
    }

    private String inclusive() {
        return random.nextBoolean() ? "= " : " ";
    }

    private String behind(List<String> order, boolean down) {
        String[] given = order.stream().map(this::parameter).toArray(String[]::new);
        StringBuilder condition = new StringBuilder();
        for (int last = 0; last < given.length; last++) {
            condition.append(last == 0 ? "" : " or ");
            for (int i = 0; i < last; i++) {
                condition
                        .append("e.")
                        .append(order.get(i))
                        .append(" = ")
                        .append(given[i])
                        .append(" and ");
            }
            condition
                    .append("e.")
                    .append(order.get(last))
                    .append(down ? " < " : " > ")
                    .append(given[last]);
        }
        return condition.toString();
    }

    private String parameter(String attribute) {
        String name = "p" + parameters.size();
        parameters.put(name, read.apply(model.instance(random), attribute));
        return ':' + name;
    }

    List<?> load(Session session) {
        SelectionQuery<?> query = session.createSelectionQuery(jpql, model.type());
        parameters.forEach(query::setParameter);
        if (limit > 0) {
            query.setMaxResults(limit);
        }
        if (offset > 0) {
            query.setFirstResult(offset);
        }
        return query.getResultList();
    }

    @Override
    public String toString() {
        return jpql + ", " + limit + " rows behind " + offset + " with " + parameters;
    }
}
