// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.keywords;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.internal.gate.ConnectionTracker;
import io.handlersocket.hibernate.internal.gate.SessionUse;
import io.handlersocket.hibernate.internal.gate.SqlKinds;
import io.handlersocket.hibernate.internal.gate.TableKind;
import io.handlersocket.hibernate.internal.gate.TrackedConnection;
import io.handlersocket.hibernate.internal.gate.TransactionLog.State;
import jakarta.persistence.EntityManager;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory;

/** Each query that Spring Data derives from a method's name is a plain read. */
class KeywordsIT {

    private static final int FORMS = 10;
    private static final Set<String> TABLES = Set.of("thing", "Thing_tags");

    private static final List<String> OF_ALL = List.of(
            "",
            "Is",
            "Equals",
            "Not",
            "IsNot",
            "In",
            "NotIn",
            "IsNull",
            "IsNotNull",
            "LessThan",
            "LessThanEqual",
            "GreaterThan",
            "GreaterThanEqual",
            "Before",
            "After",
            "Between");

    private static final List<String> OF_TEXTS = List.of(
            "Like",
            "NotLike",
            "StartingWith",
            "EndingWith",
            "Containing",
            "NotContaining",
            "IgnoreCase",
            "NotIgnoreCase",
            "InIgnoreCase",
            "LikeIgnoreCase",
            "NotLikeIgnoreCase",
            "StartingWithIgnoreCase",
            "EndingWithIgnoreCase",
            "ContainingIgnoreCase",
            "NotContainingIgnoreCase",
            "BetweenIgnoreCase");

    private static final Map<String, Object> ATTRIBUTES = new LinkedHashMap<>();

    static {
        ATTRIBUTES.put("Id", 1L);
        ATTRIBUTES.put("Name", "50%_\\'a");
        ATTRIBUTES.put("Level", 1);
        ATTRIBUTES.put("Active", true);
        ATTRIBUTES.put("Amount", BigDecimal.ONE);
        ATTRIBUTES.put("Moment", LocalDateTime.of(2026, 1, 1, 0, 0));
        ATTRIBUTES.put("ParentName", "a");
        ATTRIBUTES.put("ParentId", 1L);
    }

    private static int repositories; // each has a name of its own

    private DynamicType.Builder<?> repository = empty();
    private final Map<String, Object[]> calls = new LinkedHashMap<>();
    private boolean allForms;
    private int nextForm;

    private static DynamicType.Builder<?> empty() {
        return new ByteBuddy()
                .makeInterface(
                        TypeDescription.Generic.Builder.parameterizedType(JpaRepository.class, Thing.class, Long.class)
                                .build());
    }

    private void method(Class<?> returned, String name, List<Object> arguments, Object... more) {
        List<Object> all = new ArrayList<>(arguments);
        all.addAll(List.of(more));
        if (calls.putIfAbsent(name, all.toArray()) == null) {
            repository = repository
                    .defineMethod(name, returned, Modifier.PUBLIC | Modifier.ABSTRACT)
                    .withParameters(all.stream().map(KeywordsIT::type).toList())
                    .withoutCode();
        }
    }

    private static Class<?> type(Object argument) {
        return argument instanceof Collection
                ? Collection.class
                : argument instanceof Pageable ? Pageable.class : argument.getClass();
    }

    /** Adds all forms, or the next one: each keyword still gets several, because it is used for several attributes. */
    private void forms(String condition, List<Object> arguments) {
        for (int form = 0; form < FORMS; form++) {
            if (allForms || form == nextForm) {
                form(form, condition, arguments);
            }
        }
        nextForm = (nextForm + 1) % FORMS;
    }

    private void form(int form, String condition, List<Object> arguments) {
        switch (form) {
            case 0 -> method(List.class, "findBy" + condition, arguments);
            case 1 -> method(List.class, "findDistinctBy" + condition + "OrderByLevelDescNameAsc", arguments);
            case 2 -> method(List.class, "findTop3By" + condition + "OrderById", arguments);
            case 3 -> method(Thing.class, "findFirstBy" + condition, arguments);
            case 4 -> method(long.class, "countBy" + condition, arguments);
            case 5 -> method(boolean.class, "existsBy" + condition, arguments);
            case 6 -> method(Page.class, "readBy" + condition, arguments, PageRequest.of(1, 5, Sort.by("name")));
            case 7 ->
                method(
                        List.class,
                        "queryBy" + condition,
                        arguments,
                        Sort.by(Sort.Order.desc("name").ignoreCase()));
            case 8 -> method(List.class, "streamBy" + condition + "OrLevel", arguments, 3);
            default -> method(List.class, "findBy" + condition + "AndNameContaining", arguments, "x");
        }
    }

    private void keywords(EntityManager entityManager) throws ReflectiveOperationException {
        for (Map.Entry<String, Object> entry : ATTRIBUTES.entrySet()) {
            String attribute = entry.getKey();
            Object value = entry.getValue();
            List<String> keywords = new ArrayList<>(OF_ALL);
            if (value instanceof String) {
                keywords.addAll(OF_TEXTS);
            }
            for (String keyword : keywords) {
                forms(attribute + keyword, arguments(keyword, value));
            }
            call(entityManager);
        }
        forms("ActiveTrue", List.of());
        forms("ActiveIsFalse", List.of());
        forms("TagsIsEmpty", List.of());
        forms("TagsIsNotEmpty", List.of());
        forms("TagsContaining", List.of("a"));
        forms("TagsNotContaining", List.of("a"));
        call(entityManager);
    }

    private static List<Object> arguments(String keyword, Object value) {
        return switch (keyword) {
            case "IsNull", "IsNotNull" -> List.of();
            case "In", "NotIn", "InIgnoreCase" -> List.of(List.of(value, value));
            case "Between", "BetweenIgnoreCase" -> List.of(value, value);
            default -> List.of(value);
        };
    }

    private static SessionFactory offline(StubDataSource stub) {
        Configuration configuration = new Configuration().addAnnotatedClass(Thing.class);
        configuration
                .getProperties()
                .putAll(Map.of(
                        "jakarta.persistence.nonJtaDataSource", stub.dataSource(),
                        "hibernate.boot.allow_jdbc_metadata_access", "false",
                        "jakarta.persistence.database-product-name", "MariaDB",
                        "jakarta.persistence.database-major-version", "10",
                        "jakarta.persistence.database-minor-version", "11"));
        return configuration.buildSessionFactory();
    }

    /** Calls each method so far: a proxy has room for some hundreds. Without a row, some fail after their query. */
    private void call(EntityManager entityManager) throws ReflectiveOperationException {
        Class<?> type = repository
                .name(Thing.class.getPackageName() + ".Things" + repositories++)
                .make()
                .load(Thing.class.getClassLoader(), ClassLoadingStrategy.UsingLookup.of(MethodHandles.lookup()))
                .getLoaded();
        Object things = new JpaRepositoryFactory(entityManager).getRepository(type);
        for (Method method : type.getDeclaredMethods()) {
            Object[] arguments = calls.get(method.getName());
            assertThat(arguments).as(method.getName()).isNotNull();
            try {
                method.invoke(things, arguments);
            } catch (InvocationTargetException e) {
                assertThat(e.getCause()).as(method.getName()).isInstanceOf(RuntimeException.class);
            }
        }
        repository = empty();
        calls.clear();
    }

    private static boolean isRead(String sql) throws SQLException {
        SessionUse use = (SessionUse) Proxy.newProxyInstance(
                KeywordsIT.class.getClassLoader(), new Class<?>[] {SessionUse.class}, (self, method, args) -> null);
        TrackedConnection connection = ConnectionTracker.track(
                new StubDataSource().connection(),
                use,
                new SqlKinds(name -> TABLES.contains(name) ? TableKind.PLAIN : TableKind.OTHER));
        connection.prepareStatement(sql).executeQuery();
        return connection.transactionLog().state() == State.READ;
    }

    @Test
    void eachKeywordIsARead() throws ReflectiveOperationException, SQLException {
        assertAllAreReads(100);
    }

    @Test
    @Tag("exhaustive")
    void eachKeywordIsAReadInEachForm() throws ReflectiveOperationException, SQLException {
        allForms = true;
        assertAllAreReads(1_000);
    }

    private void assertAllAreReads(int atLeast) throws ReflectiveOperationException, SQLException {
        StubDataSource stub = new StubDataSource();
        try (SessionFactory factory = offline(stub);
                EntityManager entityManager = factory.createEntityManager()) {
            keywords(entityManager);
        }
        List<String> others = new ArrayList<>();
        for (String sql : stub.texts()) {
            if (!isRead(sql)) {
                others.add(sql);
            }
        }
        assertThat(others).as("of " + stub.texts().size()).isEmpty();
        assertThat(stub.texts())
                .hasSizeGreaterThan(atLeast)
                .anyMatch(sql -> sql.contains(" escape '\\\\'"))
                .anyMatch(sql -> sql.startsWith("select count("));
    }
}
