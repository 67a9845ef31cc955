// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Row;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.internal.future.Failures;
import io.handlersocket.spring.internal.query.OpenRead.Ask;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Pageable;

/** Answers calls of one query method from rows directly, or says why JPA must. Safe for use by all threads. */
public final class QueryRead {

    /** One call in progress; {@code all} says that it wants every row that matches. */
    private record Call(OpenRead open, Ask ask, Pageable page, boolean all) {}

    private final QueryMethod method;
    private final ReadPlan plan;
    private final @Nullable Scroll scroll;
    private final ShownValues results;
    private final List<Integer> order;
    private final boolean total;
    private final int maxRows;

    /**
     * @param maxRows maximum number of rows of a query without limit; if there are more, JPA answers
     * @throws LeftToJpaException if the mapping does not allow it
     */
    public QueryRead(HandlerSocketClient client, EntityTable table, QueryMethod method, int maxRows) {
        table.refusal().ifPresent(reason -> {
            throw new LeftToJpaException(reason);
        });
        this.method = method;
        this.maxRows = maxRows;
        Projection projection = method.isExists()
                ? Projection.nothing()
                : Projection.of(method.returned().element(), method.entity(), table);
        this.results = new ShownValues(projection);
        this.scroll =
                method.returned().kind() == Returned.Kind.WINDOW ? Scroll.of(client, table, method, projection) : null;
        this.order = results.places(method.shape().order());
        this.total = method.shape().order().stream()
                .anyMatch(one ->
                        table.id().filter(one.column().toString()::equals).isPresent());
        this.plan = scroll == null ? new ReadPlan(client, method.shape(), table, projection) : scroll.first();
    }

    /** Opens the index in the background; the stage never fails. */
    public CompletionStage<Void> prepare() {
        return scroll == null
                ? plan.prepare()
                : plan.prepare().thenCompose(first -> scroll.next().prepare());
    }

    /**
     * Returns why no call can be answered from rows, whatever its arguments; null if only the server's state could
     * prevent it.
     */
    public @Nullable JdbcReason whyNot() {
        try {
            plan.open();
            return null;
        } catch (LeftToJpaException e) {
            return e.reason();
        }
    }

    /** Returns whether a call would reach the server now; a hint. */
    public boolean isOpen() {
        try {
            return plan.open().isOpen();
        } catch (LeftToJpaException e) {
            return false;
        }
    }

    /** Returns the columns that a result shows, without the table; empty for a query that checks for a row. */
    public List<String> columns() {
        return method.isExists() ? List.of("id") : results.columns();
    }

    /** Returns whether {@link #values} gives values that can be compared. */
    public boolean isComparable() {
        return results.isComparable();
    }

    /**
     * Returns the rows that a result of the method shows, whichever route it came by. Of rows that are limited and may
     * sort alike, only {@link #order} is the same by both routes.
     */
    public List<List<@Nullable Object>> values(@Nullable Object result) {
        if (method.isExists()) {
            return List.of(Collections.<@Nullable Object>singletonList(result));
        }
        return results.values(result, method.shape().limited() && !total ? order : null);
    }

    /**
     * Returns the positions of the values by which rows are sorted. Texts, and what follows them, are left out, because
     * different texts may be equal to their collation.
     */
    public List<Integer> order() {
        return order;
    }

    /**
     * Returns the method's result.
     *
     * @throws LeftToJpaException if JPA must answer
     */
    public @Nullable Object now(@Nullable Object[] arguments) {
        if (scroll != null) {
            return scroll.window(
                    method.arguments().values(arguments),
                    arguments[method.arguments().position()],
                    upTo(limit(arguments, Pageable.unpaged())));
        }
        Call call = call(arguments);
        try {
            return result(call, call.open().now(call.ask()));
        } catch (RuntimeException e) {
            throw failed(call, e);
        }
    }

    /**
     * Returns a stage of the result of a method that returns a future.
     *
     * @param executor creates the result
     * @return a stage that fails only with {@link LeftToJpaException}, if JPA must answer
     * @throws LeftToJpaException if JPA must answer, which is known at once
     */
    public CompletionStage<@Nullable Object> later(@Nullable Object[] arguments, Executor executor) {
        Call call = call(arguments);
        CompletionStage<List<Row>> rows;
        try {
            rows = call.open().later(call.ask());
        } catch (RuntimeException e) {
            throw failed(call, e);
        }
        return rows.handleAsync(
                (found, failure) -> {
                    try {
                        if (failure != null) {
                            throw Failures.cause(failure) instanceof RuntimeException e
                                    ? e
                                    : new IllegalStateException(failure);
                        }
                        return result(call, found);
                    } catch (RuntimeException e) {
                        throw failed(call, e);
                    }
                },
                executor);
    }

    private LeftToJpaException failed(Call call, RuntimeException failure) {
        LeftToJpaException why = OpenRead.failed(failure);
        if (OpenRead.isStale(failure)) {
            plan.forget(call.open());
        }
        return why;
    }

    private Call call(@Nullable Object[] arguments) {
        OpenRead open = plan.open();
        Pageable page = page(arguments);
        int limit = limit(arguments, page);
        boolean all = limit == 0;
        int wanted = all ? maxRows : upTo(limit);
        // One more row shows whether there are too many.
        int rows = all ? wanted + 1 : wanted;
        Ask ask = open.ask(method.arguments().values(arguments), rows, all);
        return new Call(open, ask, page, all);
    }

    private int upTo(int limit) {
        if (limit > maxRows) {
            throw LeftToJpaException.value("a limit of more than " + maxRows + " rows (see handlersocket.max-rows)");
        }
        return limit;
    }

    private Pageable page(@Nullable Object[] arguments) {
        int position = method.arguments().pageable();
        if (position < 0) {
            return Pageable.unpaged();
        }
        if (!(arguments[position] instanceof Pageable page) || page.isUnpaged()) {
            throw LeftToJpaException.value("no page");
        }
        if (page.getSort().isSorted()) {
            throw LeftToJpaException.value("an order chosen by the caller");
        }
        return page;
    }

    /** Returns the number of rows to read; 0 for all. */
    private int limit(@Nullable Object[] arguments, Pageable page) {
        int named = method.limit();
        if (page.isPaged()) {
            long last =
                    page.getOffset() + page.getPageSize() + (method.returned().kind() == Returned.Kind.SLICE ? 1 : 0);
            if (named > 0) {
                throw LeftToJpaException.statement("Top together with a page");
            }
            return (int) Math.min(Integer.MAX_VALUE, last);
        }
        int position = method.arguments().limit();
        if (position >= 0) {
            if (named > 0 || !(arguments[position] instanceof Limit limit)) {
                throw LeftToJpaException.value("no limit");
            }
            if (limit.isLimited() && limit.max() < 1) {
                throw LeftToJpaException.value("a limit below 1");
            }
            return limit.isLimited() ? limit.max() : 0;
        }
        return switch (method.returned().kind()) {
            case EXISTS -> Math.max(1, named); // two show that one row is not the only one
            case SINGLE, OPTIONAL -> named == 1 ? 1 : 2;
            case LIST, SLICE, WINDOW -> named;
        };
    }

    private @Nullable Object result(Call call, List<Row> rows) {
        if (call.all() && rows.size() > maxRows) {
            throw LeftToJpaException.rows("more than " + maxRows + " rows (see handlersocket.max-rows)");
        }
        Returned returned = method.returned();
        boolean single = switch (returned.kind()) {
            case SINGLE, OPTIONAL, EXISTS -> true;
            case LIST, SLICE, WINDOW -> false;
        };
        if (single && rows.size() > 1) {
            throw LeftToJpaException.rows("more than one row"); // JPA throws the exception
        }
        int first =
                call.page().isPaged() ? (int) Math.min(rows.size(), call.page().getOffset()) : 0;
        return returned.of(call.open().results(rows.subList(first, rows.size())), call.page());
    }
}
