// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A part of the table about repositories in docs/session-contract.md. The tests of each one name it. */
enum Situation {
    ALONE("no advice of the application's"),
    IN_FRONT("advice of the application's in front of the fast path"),
    OTHER_ADVICE("advice of the application's after the fast path", "it has the advice"),
    METHOD_SECURITY("`@PreAuthorize`, which Spring checks before the repository is called"),
    CACHE("`@Cacheable`, of a result that the cache does not have"),
    ASYNC_METHOD("`@Async` on a query method"),
    PLAIN_MANAGER("Spring's JpaTransactionManager"),
    MANAGER_INITIALIZER(
            "a transaction manager with an EntityManagerInitializer",
            "its transaction manager has an EntityManagerInitializer"),
    DIALECT("a transaction manager with another JpaDialect", "its transaction manager has the JpaDialect"),
    LISTENER(
            "a TransactionExecutionListener of the transaction manager",
            "its transactions are reported to the TransactionExecutionListener"),
    SUBCLASS("a subclass of JpaTransactionManager", "its transactions are begun by"),
    FACTORY_INITIALIZER(
            "an EntityManagerInitializer of the factory, and a query for single columns",
            "its EntityManagers have an EntityManagerInitializer"),
    INITIALIZED_LOAD("an EntityManagerInitializer of the factory that enables no filter, and a load by id"),
    VENDOR_ADAPTER("a subclass of HibernateJpaVendorAdapter", "its EntityManagers are created through"),
    WRAPPED("an EntityManager that a post-processor wraps", "its EntityManager is called through"),
    FILTER("a query for single columns of an entity that has filters", "filters"),
    CALLERS("callers in an `@Async` executor that wait for futures"),
    DRAINED("such callers while HandlerSocket is drained", "HandlerSocket is drained");

    private final String title;
    private final LookupRoute route;
    private final String reason;

    Situation(String title) {
        this.title = title;
        this.route = LookupRoute.HANDLERSOCKET;
        this.reason = "";
    }

    Situation(String title, String reason) {
        this.title = title;
        this.route = LookupRoute.JDBC;
        this.reason = reason;
    }

    LookupRoute route() {
        return route;
    }

    /** A part of the reason that is told; empty over HandlerSocket. */
    String reason() {
        return reason;
    }

    /** The reason, where it ends with the class that is to blame. */
    String reason(Class<?> type) {
        return reason + " " + type.getName();
    }

    /** All rows of the table, one for each reason; those of the methods that no index can answer at the end. */
    static Stream<String> rows(Map<String, String> neverFast) {
        Map<String, StringJoiner> rows = new LinkedHashMap<>();
        for (Situation one : values()) {
            add(rows, one.title, one.reason);
        }
        new TreeMap<>(neverFast).forEach((method, reason) -> add(rows, '`' + method + '`', reason));
        return rows.entrySet().stream()
                .map(row -> "| " + row.getValue() + " | " + (row.getKey().isEmpty() ? "HandlerSocket" : row.getKey())
                        + " |");
    }

    private static void add(Map<String, StringJoiner> rows, String title, String reason) {
        rows.computeIfAbsent(reason, key -> new StringJoiner("; ")).add(title);
    }
}
