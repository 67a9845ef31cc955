// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.differential;

import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.differential.Form.Direct;
import io.handlersocket.spring.differential.MadeEntity.Mapping;
import io.handlersocket.spring.differential.MadeMethod.Order;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;
import org.springframework.util.ReflectionUtils;

/** One made-up application, each of whose methods is called several times with and without direct reads. */
final class Round {

    private static final int CALLS = 6;

    /** Why a call outside a transaction is not direct shortly after the start, or after the machine stood still. */
    private static final List<JdbcReason.Kind> NOT_YET =
            List.of(JdbcReason.Kind.NOT_OPEN, JdbcReason.Kind.OUTAGE, JdbcReason.Kind.SESSION);

    private final HandlerSocketMariaDB server;
    private final MadeApplication made;
    private final Settings settings;
    private final Random random;
    private final List<Lookup> lookups = new CopyOnWriteArrayList<>();
    private @Nullable HandlerSocketLoads loads;
    /** Whether Hibernate loaded anything for the last call: a direct read passes it by. */
    private boolean byHibernate;
    /**
     * Whether all windows of the method scroll by offset. Spring Data keeps the query of a method without regard to the
     * kind of its scroll position (PartTreeQueryCache of 4.1): after a call by offset, one by keys has no order.
     */
    private boolean byOffset;

    Round(HandlerSocketMariaDB server, Path folder, Settings settings, int entities, int methods, Random random) {
        this.server = server;
        this.settings = settings;
        this.random = random;
        this.made = new MadeApplication(folder, entities, methods, settings.nullOrder(), random);
    }

    void run(Differences found) throws IOException {
        made.createTables(server);
        ClassLoader loader = made.compile();
        List<String> off = new ArrayList<>(settings.properties());
        off.add("handlersocket.entities=none");
        try (ConfigurableApplicationContext direct =
                        MadeApplication.start(loader, server, lookups::add, settings.properties());
                ConfigurableApplicationContext plain = MadeApplication.start(loader, server, lookup -> {}, off)) {
            loads = HandlerSocketLoads.of(
                    direct.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class));
            for (MadeEntity entity : made.entities) {
                existence(entity, repository(direct, entity), repository(plain, entity), found);
            }
            for (MadeMethod method : made.methods) {
                Object fast = repository(direct, method.entity);
                Object slow = repository(plain, method.entity);
                Method called = Arrays.stream(type(fast).getMethods())
                        .filter(one -> one.getName().equals(method.name))
                        .findFirst()
                        .orElseThrow();
                byOffset = random.nextInt(6) == 0;
                for (int i = 0; i < CALLS; i++) {
                    call(method, called, fast, slow, found);
                }
            }
        }
    }

    private static Object repository(ConfigurableApplicationContext context, MadeEntity entity) {
        return context.getBean("r" + entity.number);
    }

    private static Class<?> type(Object repository) {
        return repository.getClass().getInterfaces()[0];
    }

    private static Method method(Object repository, String name, Class<?> parameter) {
        return Objects.requireNonNull(ReflectionUtils.findMethod(type(repository), name, parameter));
    }

    /** Every id, also of rows that this version of the application cannot read. */
    private void existence(MadeEntity entity, Object fast, Object slow, Differences found) {
        Method method = method(fast, "existsById", Object.class);
        for (long id = 0; id <= MadeEntity.ROWS; id++) {
            Object key = id;
            if (entity.mapping == Mapping.COMPOSITE) {
                key = key(fast, entity, id);
            }
            Object one = key;
            Direct direct = entity.mapping == Mapping.COMPOSITE || !entity.mapping.direct() ? Direct.NO : Direct.YES;
            Outcome expected = Outcome.of(() -> method.invoke(slow, one));
            Outcome actual = asked(direct, () -> method.invoke(fast, one));
            String text = entity.mapping + " existsById(" + id + ") of E" + entity.number;
            route(direct, entity, text, found);
            if (!expected.equals(actual)) {
                found.add(List.of(entity, "answer"), text + ": expected " + expected + ", got " + actual);
            }
        }
        if (entity.mapping.direct() && entity.mapping != Mapping.COMPOSITE) {
            several(entity, fast, slow, found);
        }
    }

    /** Entities that no statement sorts come in the order of the primary key, up or down. */
    private void several(MadeEntity entity, Object fast, Object slow, Differences found) {
        Method method = method(fast, "findAllById", Iterable.class);
        for (int i = 0; i < 3; i++) {
            List<Long> ids = random.longs(6, 0, MadeEntity.ROWS + 2).boxed().toList();
            Outcome expected = Outcome.of(() -> method.invoke(slow, ids));
            Outcome actual = asked(Direct.MAYBE, () -> method.invoke(fast, ids));
            route(Direct.MAYBE, entity, "findAllById", found);
            if (!expected.equals(actual)) {
                found.add(
                        List.of(entity, "several"),
                        "findAllById" + ids + " of " + entity.indexes + ": expected " + expected + ", got " + actual);
            }
        }
    }

    private static Object key(Object repository, MadeEntity entity, long id) {
        try {
            return repository
                    .getClass()
                    .getClassLoader()
                    .loadClass("made.E" + entity.number + "$Key")
                    .getConstructor(Long.class, Integer.class)
                    .newInstance(id, (int) (id * 7 % 25));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private void call(MadeMethod method, Method called, Object fast, Object slow, Differences found) {
        @Nullable Object[] arguments = arguments(method, called);
        called.setAccessible(true);
        for (int window = 0; window < 4; window++) {
            @Nullable Object[] now = arguments.clone();
            Outcome expected = Outcome.of(() -> called.invoke(slow, now));
            Outcome actual = asked(method.direct, () -> called.invoke(fast, now));
            String text = method + Arrays.deepToString(now) + ' ' + settings.properties() + ' ' + method.entity.indexes
                    + " of " + method.entity.attributes;
            route(method.direct, method, text, found);
            String difference = difference(method, expected, actual);
            if (difference != null) {
                found.add(
                        List.of(method, "answer"),
                        text + ": " + difference + "\n  expected " + expected + "\n  got      " + actual + "\n  "
                                + lookups);
            }
            if (method.container != Container.WINDOW || expected.rows().isEmpty()) {
                return;
            }
            ScrollPosition next = next(called, slow, now);
            if (next == null) {
                return;
            }
            arguments[arguments.length - 1] = next;
        }
    }

    private static @Nullable ScrollPosition next(Method called, Object slow, @Nullable Object[] arguments) {
        Window<?> window = (Window<?>) ReflectionUtils.invokeMethod(called, slow, arguments);
        return window == null || window.isEmpty() ? null : window.positionAt(window.size() - 1);
    }

    /** Calls it until its index is open. */
    private Outcome asked(Direct direct, Outcome.Call call) {
        Outcome[] outcome = new Outcome[1];
        await().until(() -> {
            lookups.clear();
            long before = loads();
            outcome[0] = Outcome.of(call);
            byHibernate = loads() > before;
            return lookups.size() == 1
                    && (direct == Direct.NO
                            || NOT_YET.stream()
                                    .noneMatch(kind -> kind == lookups.get(0).kind()));
        });
        return outcome[0];
    }

    private long loads() {
        return Objects.requireNonNull(loads).counts().stream()
                .mapToLong(LoadCount::count)
                .sum();
    }

    private void route(Direct direct, Object cause, String text, Differences found) {
        Lookup lookup = lookups.get(0);
        boolean nothing = lookup.method().matches("find(Distinct)?(Top|First)0.*"); // no route reads anything
        boolean isDirect = lookup.route() == LookupRoute.HANDLERSOCKET && !byHibernate && !nothing;
        found.one(direct == Direct.YES, isDirect, lookup.reason());
        boolean byData = lookup.reason().startsWith("failed: ")
                || lookup.kind() == JdbcReason.Kind.VALUE
                || lookup.kind() == JdbcReason.Kind.ROWS;
        // What the data left to JPA may be a lookup of Hibernate, which has no reason then: the share is checked at the
        // end.
        if (direct == Direct.YES && !isDirect && !byData && !byHibernate) {
            found.add(cause, text + ": must be direct, but " + lookup);
        }
        if (direct == Direct.NO
                && (isDirect
                        || (lookup.route() == LookupRoute.JDBC
                                && lookup.reason().isEmpty()))) {
            found.add(cause, text + ": must not be direct, but " + lookup);
        }
    }

    private static @Nullable String difference(MadeMethod method, Outcome expected, Outcome actual) {
        if (expected.equals(actual)) {
            return null;
        }
        // Which attribute of a composite id Spring Data misses first depends on the order of a set.
        if (method.container == Container.WINDOW
                && method.entity.mapping == Mapping.COMPOSITE
                && expected.isException()
                && actual.isException()) {
            return null;
        }
        if (!expected.around().equals(actual.around())
                || expected.rows().size() != actual.rows().size()) {
            return "another result";
        }
        if (method.isTotal() || method.existence) {
            return "another order or value";
        }
        if (!method.isLimited() && !sorted(expected).equals(sorted(actual))) {
            return "other rows";
        }
        // Of rows that sort alike, any may come first.
        for (Order order : method.orders) {
            if (!order.attribute().kind().isText()
                    && !keys(expected, order.attribute().name())
                            .equals(keys(actual, order.attribute().name()))) {
                return "another order by " + order;
            }
        }
        return null;
    }

    private static List<String> sorted(Outcome outcome) {
        return outcome.rows().stream().sorted().toList();
    }

    private static List<String> keys(Outcome outcome, String name) {
        Pattern value = Pattern.compile("\\b" + name + "=([^,\\]]*)");
        List<String> keys = new ArrayList<>();
        for (String row : outcome.rows()) {
            Matcher matcher = value.matcher(row);
            keys.add(matcher.find() ? matcher.group(1) : "");
        }
        return keys;
    }

    private @Nullable Object[] arguments(MadeMethod method, Method called) {
        @Nullable Object[] arguments = new Object[called.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i < method.parameters.size()
                    ? value(method.parameters.get(i), called.getParameterTypes()[i])
                    : chosen(called.getParameterTypes()[i]);
        }
        return arguments;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the only enum
    private @Nullable Object value(MadeEntity.Attribute attribute, Class<?> type) {
        if (random.nextInt(40) == 0) {
            return null;
        }
        if (attribute.name().equals("id") || attribute.name().equals("ref")) {
            return (long) random.nextInt(attribute.name().equals("id") ? MadeEntity.ROWS + 2 : 8);
        }
        if (attribute.name().equals("u")) {
            return random.nextInt(26);
        }
        Object value = MadeApplication.one(attribute.kind().values, random);
        return type.isEnum() ? Enum.valueOf((Class<Enum>) type, value.toString()) : value;
    }

    private Object chosen(Class<?> type) {
        if (type == Limit.class) {
            return random.nextInt(4) == 0 ? Limit.unlimited() : Limit.of(1 + random.nextInt(5));
        }
        if (type == Sort.class) {
            return random.nextBoolean() ? Sort.unsorted() : Sort.by("id").descending();
        }
        if (type == ScrollPosition.class) {
            return byOffset ? ScrollPosition.offset() : ScrollPosition.keyset();
        }
        Pageable page = PageRequest.of(random.nextInt(4), 1 + random.nextInt(6));
        return switch (random.nextInt(10)) {
            case 0 -> Pageable.unpaged();
            case 1 -> PageRequest.of(0, 3, Sort.by("id"));
            case 2 -> PageRequest.of(Integer.MAX_VALUE, 3);
            default -> page;
        };
    }
}
