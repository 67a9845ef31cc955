// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import io.handlersocket.spring.internal.query.QueryMethod.Arguments;
import io.handlersocket.spring.internal.query.QueryShape.Operand;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.QueryRewriter;
import org.springframework.data.jpa.repository.query.DefaultJpaEntityMetadata;
import org.springframework.data.repository.query.Param;

/**
 * Parses a {@code @Query} of the simplest form: an entity or its attributes, by attributes that equal the parameters,
 * and an order. Any other query could return other rows than the index.
 */
record DeclaredQuery(Method method, Arguments arguments, String alias) {

    private static final Pattern QUERY = Pattern.compile(
            "\\s*select\\s+(?<select>.+?)\\s+from\\s+(?<entity>[\\w.$]+|#\\{#entityName})(?:\\s+as)?"
                    + "\\s+(?<alias>(?!where\\b|order\\b)\\w+)(?:\\s+where\\s+(?<where>.+?))?"
                    + "(?:\\s+order\\s+by\\s+(?<order>.+?))?\\s*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern AND = Pattern.compile("\\s+and\\s+", Pattern.CASE_INSENSITIVE);
    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");
    private static final String PATH = "(?<alias>\\w+)\\.(?<path>\\w+(?:\\.\\w+)*)";
    private static final Pattern EQUAL = Pattern.compile(PATH + "\\s*=\\s*(?:\\?(?<position>\\d{1,3})|:(?<name>\\w+))");
    private static final Pattern SORTED =
            Pattern.compile(PATH + "(?:\\s+(?<direction>asc|desc))?", Pattern.CASE_INSENSITIVE);
    private static final Pattern SELECTED =
            Pattern.compile(PATH + "(?:(?:\\s+as)?\\s+(?<as>\\w+))?", Pattern.CASE_INSENSITIVE);
    private static final Pattern NEW = Pattern.compile(
            "new\\s+(?<type>[\\w.$]+)\\s*\\(\\s*(?<items>.+?)\\s*\\)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /**
     * Returns the shape of the query.
     *
     * @throws LeftToJdbcException if the query has another form
     */
    static QueryShape parse(
            Query query,
            Method method,
            Arguments arguments,
            Class<?> entity,
            Returned returned,
            @Nullable String index) {
        if (query.nativeQuery()) {
            throw LeftToJdbcException.statement("a native query, which may return other rows than the index");
        }
        if (query.value().isBlank() || query.queryRewriter() != QueryRewriter.IdentityQueryRewriter.class) {
            throw LeftToJdbcException.statement(
                    "a query that is declared elsewhere, and may return other rows than the index");
        }
        Matcher whole = QUERY.matcher(query.value());
        if (!whole.matches() || !names(whole.group("entity"), entity)) {
            throw other(query.value());
        }
        DeclaredQuery declared = new DeclaredQuery(method, arguments, whole.group("alias"));
        declared.check(whole.group("select"), entity, returned);
        List<String> equal = new ArrayList<>();
        List<Operand> values = declared.equal(whole.group("where"), equal);
        RangeAndOrder range = new RangeAndOrder(List.of(), null, declared.order(whole.group("order")), false);
        return new QueryShape(equal, range, values, index);
    }

    private static boolean names(String name, Class<?> entity) {
        return name.startsWith("#")
                || name.equals(new DefaultJpaEntityMetadata<>(entity).getEntityName())
                || name.equals(entity.getName());
    }

    private static LeftToJdbcException other(String part) {
        return LeftToJdbcException.statement(
                "its query does more than compare attributes of the entity with parameters for equality: "
                        + part.strip().replaceAll("\\s+", " "));
    }

    private Matcher own(Pattern pattern, String part) {
        Matcher matcher = pattern.matcher(part);
        if (!matcher.matches() || !matcher.group("alias").equals(alias)) {
            throw other(part);
        }
        return matcher;
    }

    /** Returns the values that attributes equal, and adds these. */
    private List<Operand> equal(@Nullable String where, List<String> equal) {
        List<Operand> values = new ArrayList<>();
        if (where != null) {
            for (String part : AND.split(where, -1)) {
                Matcher term = own(EQUAL, part);
                int position = term.group("position") == null
                        ? named(term.group("name"))
                        : Integer.parseInt(term.group("position")) - 1;
                if (position < 0 || position >= arguments.values().size()) {
                    throw other(part);
                }
                Operand value = new Operand(arguments.values().get(position), null);
                if (values.contains(value)) {
                    throw other(part);
                }
                equal.add(term.group("path"));
                values.add(value);
            }
        }
        if (values.size() != arguments.values().size()) {
            throw LeftToJdbcException.statement("its query does not compare each of its parameters");
        }
        return values;
    }

    private int named(String name) {
        Parameter[] parameters = method.getParameters();
        for (int i = 0; i < arguments.values().size(); i++) {
            Parameter parameter = parameters[arguments.values().get(i)];
            Param param = parameter.getAnnotation(Param.class);
            if (name.equals(param == null ? parameter.getName() : param.value())) {
                return i;
            }
        }
        return -1;
    }

    private List<RangeAndOrder.Sort> order(@Nullable String orderBy) {
        List<RangeAndOrder.Sort> orders = new ArrayList<>();
        if (orderBy != null) {
            for (String part : COMMA.split(orderBy, -1)) {
                Matcher order = own(SORTED, part);
                orders.add(
                        new RangeAndOrder.Sort(order.group("path"), "desc".equalsIgnoreCase(order.group("direction"))));
            }
        }
        return orders;
    }

    /** Returns whether the query selects attributes by name, which can be read from rows. */
    private void check(String select, Class<?> entity, Returned returned) {
        if (returned.kind() == Returned.Kind.EXISTS) {
            throw LeftToJdbcException.statement("its query returns no rows, only whether there are any");
        }
        if (select.equals(alias)) {
            return;
        }
        if (Projection.isEntity(returned.element(), entity)) {
            throw other(select);
        }
        List<String> shown = Projection.attributes(returned.element(), entity);
        boolean byName = returned.element().isInterface();
        Matcher made = NEW.matcher(select);
        boolean explicit = made.matches();
        if (explicit && !made.group("type").equals(returned.element().getName())) {
            throw other(select);
        }
        List<String> selected = new ArrayList<>();
        for (String part : COMMA.split(explicit ? made.group("items") : select, -1)) {
            Matcher item = own(SELECTED, part);
            String path = item.group("path");
            String as = item.group("as");
            if (as == null ? byName : !as.equals(path)) {
                throw other(part);
            }
            selected.add(path);
        }
        // A constructor takes them by position.
        if (byName ? !selected.containsAll(shown) : !selected.equals(shown)) {
            throw LeftToJdbcException.statement("its query selects " + selected + " for the attributes " + shown);
        }
    }
}
