// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RowRead;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Pageable;

/** Answers calls of one query method from rows directly, or says why JPA must. Safe for use by all threads. */
public final class QueryRead {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    private final QueryMethod method;
    private final EntityTable table;
    private final Projection projection;
    private final RowRead rows;
    private final @Nullable Scroll scroll;
    private final ShownValues shown;
    private final int maxRows;
    private volatile boolean wasOpen;

    /**
     * @param maxRows maximum number of rows of a query without limit; if there are more, JPA answers
     * @throws LeftToJdbcException if the mapping does not allow it
     */
    public QueryRead(EntityTable table, QueryMethod method, int maxRows) {
        table.refusal().ifPresent(reason -> {
            throw new LeftToJdbcException(reason);
        });
        this.method = method;
        this.maxRows = maxRows;
        this.table = table;
        this.projection = method.projection(table);
        this.shown = ShownValues.of(method, projection, table);
        this.scroll = method.returned().kind() == Returned.Kind.WINDOW ? Scroll.of(table, method, projection) : null;
        this.rows = scroll == null ? method.rows(table, projection) : scroll.first();
    }

    /** Opens the index in the background; the stage never fails. */
    public CompletionStage<Void> prepare() {
        return scroll == null
                ? rows.prepare()
                : rows.prepare().thenCompose(first -> scroll.next().prepare());
    }

    /**
     * Returns why no call can be answered from rows, whatever its arguments; null if only the server's state could
     * prevent it.
     */
    public @Nullable JdbcReason whyNot() {
        return rows.refusal();
    }

    /** Returns whether a call would reach the server now; a hint. */
    public boolean isOpen() {
        return rows.isOpen();
    }

    public ShownValues shown() {
        return shown;
    }

    /**
     * Returns the method's result.
     *
     * @throws LeftToJdbcException if JPA must answer
     */
    public @Nullable Object now(@Nullable Object[] arguments) {
        try {
            if (scroll != null) {
                Object position = arguments[method.arguments().position()];
                return scroll.window(arguments, position, upTo(limit(arguments, Pageable.unpaged())));
            }
            Pageable page = page(arguments);
            RowRead.Wanted wanted = wanted(arguments, page);
            return rows.now(wanted, found -> result(found, wanted, page));
        } catch (LeftToJdbcException e) {
            throw told(e);
        }
    }

    /**
     * Returns a stage of the result of a method that returns a future.
     *
     * @param executor creates the result
     * @return a stage that fails only with {@link LeftToJdbcException}, if JPA must answer
     * @throws LeftToJdbcException if JPA must answer, which is known at once
     */
    public CompletionStage<@Nullable Object> later(@Nullable Object[] arguments, Executor executor) {
        Pageable page = page(arguments);
        RowRead.Wanted wanted = wanted(arguments, page);
        try {
            return rows.later(wanted, found -> result(found, wanted, page), executor);
        } catch (LeftToJdbcException e) {
            throw told(e);
        }
    }

    /** Logs that an index is gone; of one that never was there, the start has told. */
    private LeftToJdbcException told(LeftToJdbcException why) {
        JdbcReason now = wasOpen && why.reason().kind() == JdbcReason.Kind.TABLE ? rows.refusal() : null;
        if (now != null && now.kind() == JdbcReason.Kind.TABLE) {
            wasOpen = false;
            log.warn(
                    "HandlerSocket: queries on {} by {} go over JPA from now on: {}. Create the index again, or"
                            + " accept JPA",
                    table.name().map(TableName::toString).orElse("a table"),
                    method.columns(table),
                    now.text());
        }
        return why;
    }

    private RowRead.Wanted wanted(@Nullable Object[] arguments, Pageable page) {
        int limit = limit(arguments, page);
        boolean all = limit == 0 || !method.isLimited();
        List<@Nullable Object> values = method.shape().values(arguments);
        // One more row shows whether there are too many.
        return new RowRead.Wanted(values, limit == 0 ? maxRows + 1 : upTo(limit), all);
    }

    private int upTo(int limit) {
        if (limit > maxRows) {
            throw LeftToJdbcException.value("a limit of more than " + maxRows + " rows (see handlersocket.max-rows)");
        }
        return limit;
    }

    private Pageable page(@Nullable Object[] arguments) {
        int position = method.arguments().pageable();
        if (position < 0) {
            return Pageable.unpaged();
        }
        if (!(arguments[position] instanceof Pageable page) || page.isUnpaged()) {
            throw LeftToJdbcException.value("no page");
        }
        if (page.getSort().isSorted()) {
            throw LeftToJdbcException.value("an order chosen by the caller");
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
                throw LeftToJdbcException.statement("Top together with a page");
            }
            return (int) Math.min(Integer.MAX_VALUE, last);
        }
        int position = method.arguments().limit();
        if (position >= 0) {
            if (named > 0 || !(arguments[position] instanceof Limit limit)) {
                throw LeftToJdbcException.value("no limit");
            }
            if (limit.isLimited() && limit.max() < 1) {
                throw LeftToJdbcException.value("a limit below 1");
            }
            return limit.isLimited() ? limit.max() : 0;
        }
        return switch (method.returned().kind()) {
            case EXISTS -> Math.max(1, named); // two show that one row is not the only one
            case SINGLE, OPTIONAL -> named == 1 ? 1 : 2;
            case LIST, SLICE, WINDOW -> named;
        };
    }

    private @Nullable Object result(List<@Nullable Object[]> found, RowRead.Wanted wanted, Pageable page) {
        if (wanted.all() && found.size() > maxRows) {
            throw LeftToJdbcException.rows("more than " + maxRows + " rows (see handlersocket.max-rows)");
        }
        Returned returned = method.returned();
        if (returned.isSingle() && found.size() > 1) {
            throw LeftToJdbcException.rows("more than one row"); // JPA throws the exception
        }
        if (!wasOpen) { // the usual call writes nothing that threads share
            wasOpen = true;
        }
        int first = page.isPaged() ? (int) Math.min(found.size(), page.getOffset()) : 0;
        return returned.of(projection.all(found.subList(first, found.size())), page);
    }
}
