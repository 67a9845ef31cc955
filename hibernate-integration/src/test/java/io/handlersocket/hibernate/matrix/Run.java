// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.hibernate.Session;
import org.hibernate.stat.Statistics;

/**
 * One case run once by one application, in a transaction that is rolled back.
 *
 * @param outcome what is compared with other ways
 * @param fast loads of the action over HandlerSocket
 * @param reasons loads of the action over JDBC, by reason
 * @param questions SQL statements of the application's connection during the action
 * @param keyReads rows the server read by key during the action
 */
record Run(Outcome outcome, long fast, Map<String, Long> reasons, long questions, long keyReads) {

    /** Every count that is not one of statements or connections, nor of this JVM's query plans; by name. */
    private static final Map<String, Method> COUNTS = new HashMap<>();

    private static final String FAST = "over HandlerSocket";

    static {
        for (Method method : Statistics.class.getMethods()) {
            if (method.getName().endsWith("Count")
                    && method.getReturnType() == long.class
                    && method.getParameterCount() == 0
                    && !method.getName().matches(".*(Statement|Connect|PlanCache).*")) {
                COUNTS.put(method.getName().replaceAll("^get|Count$", ""), method);
            }
        }
    }

    static Run of(MatrixCase matrixCase, App app, DmlLog writes, KeyReads reads) {
        return of(matrixCase, app, writes, reads::count, app::questions);
    }

    /** The same without the counts of SQL statements and of rows read by key, which take a third of the time. */
    static Run uncounted(MatrixCase matrixCase, App app, DmlLog writes) {
        return of(matrixCase, app, writes, () -> 0, session -> 0);
    }

    private static Run of(
            MatrixCase matrixCase, App app, DmlLog writes, LongSupplier reads, ToLongFunction<Session> asked) {
        Map<String, Long> statistics = statistics(app);
        try (Session session = app.sessionFactory().openSession()) {
            session.beginTransaction();
            try {
                Object given = matrixCase.given().apply(session);
                Map<String, Long> loads = loads(app);
                long keyReads = reads.getAsLong();
                long questions = asked.applyAsLong(session);
                String result = "";
                String exception = "";
                try {
                    result = Dump.of(matrixCase.action().apply(session, given));
                } catch (RuntimeException e) {
                    exception = text(e);
                }
                questions = asked.applyAsLong(session) - questions - 1;
                keyReads = reads.getAsLong() - keyReads;
                Map<String, Long> reasons = difference(loads(app), loads);
                Long fast = reasons.remove(FAST);
                Managed managed = new Managed(session);
                String state = managed.state();
                String dirty = managed.dirty();
                String written = written(session, managed, writes);
                Outcome outcome = new Outcome(
                        result,
                        exception,
                        state,
                        dirty,
                        written,
                        difference(statistics(app), statistics).toString());
                return new Run(outcome, fast == null ? 0 : fast, reasons, questions, keyReads);
            } finally {
                session.getTransaction().rollback();
            }
        }
    }

    private static String written(Session session, Managed managed, DmlLog writes) {
        managed.change();
        writes.take();
        String failure = "";
        try {
            session.flush();
        } catch (RuntimeException e) {
            failure = text(e);
        }
        return String.join("\n  ", writes.take()) + failure + "\n  then " + managed.state();
    }

    /** The loads by their reason for JDBC, or as {@link #FAST}. */
    private static Map<String, Long> loads(App app) {
        Map<String, Long> loads = new TreeMap<>();
        for (LoadCount count : app.loads().counts()) {
            loads.merge(count.route() == Route.JDBC ? count.reason() : FAST, count.count(), Long::sum);
        }
        return loads;
    }

    private static Map<String, Long> statistics(App app) {
        Map<String, Long> counts = new TreeMap<>();
        COUNTS.forEach((name, method) -> counts.put(name, count(app, method)));
        return counts;
    }

    private static long count(App app, Method method) {
        try {
            return (long) method.invoke(app.sessionFactory().getStatistics());
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, Long> difference(Map<String, Long> after, Map<String, Long> before) {
        Map<String, Long> difference = new TreeMap<>();
        after.forEach((name, count) -> {
            long more = count - before.getOrDefault(name, 0L);
            if (more != 0) {
                difference.put(name, more);
            }
        });
        return difference;
    }

    private static String text(Throwable e) {
        return e.getClass().getName() + ": " + String.valueOf(e.getMessage()).replaceAll("\\(conn=\\d+\\) ?", "")
                + (e.getCause() == null ? "" : " because of " + text(e.getCause()));
    }
}
