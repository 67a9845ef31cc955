// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.EntityColumn;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.spring.internal.future.Failures;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the index of one query in the background, and again when the table has changed. Never waits. */
final class ReadPlan {

    private static final long RETRY_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long RETRY_REFUSED_NANOS = Duration.ofSeconds(30).toNanos();

    private static final JdbcReason OPENING = new JdbcReason(Kind.NOT_OPEN, "the index is being opened");
    private static final JdbcReason NO_SCHEMA = new JdbcReason(Kind.NOT_OPEN, "no JDBC connection was used yet");

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    private final HandlerSocketClient client;
    private final QueryShape shape;
    private final EntityTable entity;
    private final Projection projection;
    private final AtomicReference<@Nullable CompletableFuture<Void>> opening = new AtomicReference<>();
    private volatile @Nullable OpenRead open;
    private volatile boolean wasOpen;
    private volatile JdbcReason reason = OPENING;
    private volatile long retryNanos = System.nanoTime();

    ReadPlan(HandlerSocketClient client, QueryShape shape, EntityTable entity, Projection projection) {
        this.client = client;
        this.shape = shape;
        this.entity = entity;
        this.projection = projection;
    }

    /** @throws LeftToJpaException if the index is not open; this call then starts to open it */
    OpenRead open() {
        OpenRead known = open;
        if (known != null) {
            if (!known.isOutdated()) {
                return known;
            }
            forget(known);
        }
        if (System.nanoTime() - retryNanos >= 0) {
            CompletionStage<Void> started = prepare();
            OpenRead now = open;
            if (started.toCompletableFuture().isDone() && now != null) {
                return now;
            }
        }
        throw new LeftToJpaException(reason);
    }

    /** Discards the open index, because the table or index has changed. */
    void forget(OpenRead stale) {
        if (open == stale) {
            reason = OPENING;
            retryNanos = System.nanoTime();
            open = null;
        }
    }

    /** Opens the index unless it is open. The stage never fails; it completes when the attempt in progress has ended. */
    CompletionStage<Void> prepare() {
        CompletableFuture<Void> running = opening.get();
        if (running != null) {
            return running;
        }
        if (open != null) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> attempt = new CompletableFuture<>();
        if (!opening.compareAndSet(null, attempt)) {
            return prepare();
        }
        var unused = start().whenComplete((opened, failure) -> {
            if (opened != null) {
                open = opened;
                wasOpen = true;
            } else {
                refused(failure);
            }
            opening.set(null);
            attempt.complete(null);
        });
        return attempt;
    }

    private CompletionStage<OpenRead> start() {
        TableName name = entity.name().orElse(null);
        if (name == null) {
            return CompletableFuture.failedFuture(new LeftToJpaException(NO_SCHEMA));
        }
        try {
            return client.table(name).thenCompose(table -> open(table, true));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Opens the index of this table that answers the query.
     *
     * @param again whether to retry once with the definition with which the index was opened, if it differs
     */
    private CompletionStage<OpenRead> open(Table table, boolean again) {
        IndexMatch match = IndexMatch.of(shape, entity, table);
        List<String> columns = projection.columns().stream()
                .map(column -> columnName(table, column))
                .toList();
        // An empty list of columns would mean all columns.
        List<String> read = columns.isEmpty() ? match.index().columns().subList(0, 1) : columns;
        return client.openIndex(new IndexSpec(table.name(), match.index().name(), read))
                .thenCompose(index -> {
                    Table now = index.table();
                    if (now.equals(table) && index.definition().equals(match.index())) {
                        return CompletableFuture.completedFuture(new OpenRead(shape, match, projection, index, now));
                    }
                    if (!again) {
                        throw LeftToJpaException.table("table " + table.name().table() + " is changing");
                    }
                    return open(now, false);
                });
    }

    private static String columnName(Table table, EntityColumn column) {
        return table.columns().stream()
                .filter(known -> known.name().equalsIgnoreCase(column.name()))
                .findFirst()
                .orElseThrow(() -> LeftToJpaException.table("the SQL account sees no column " + column.name()))
                .name();
    }

    private void refused(Throwable failure) {
        Throwable cause = Failures.cause(failure);
        boolean lasting = cause instanceof LeftToJpaException || cause instanceof RefusedException;
        reason = reason(cause);
        if (lasting && wasOpen) { // of one that never was, the start has told
            wasOpen = false;
            log.warn(
                    "HandlerSocket: queries on {} by {} go over JPA from now on: {}. Create the index again, or"
                            + " accept JPA",
                    entity.name().map(TableName::toString).orElse("a table"),
                    IndexMatch.columnNames(shape, entity),
                    reason.text());
        }
        retryNanos = System.nanoTime() + retry(cause, lasting);
    }

    private static long retry(Throwable cause, boolean lasting) {
        if (cause instanceof LeftToJpaException left && left.reason().equals(NO_SCHEMA)) {
            return 0; // to look for the schema costs nothing
        }
        return lasting ? RETRY_REFUSED_NANOS : RETRY_NANOS;
    }

    private static JdbcReason reason(Throwable cause) {
        if (cause instanceof LeftToJpaException left) {
            return left.reason();
        }
        return cause instanceof RefusedException
                ? new JdbcReason(Kind.TABLE, String.valueOf(cause.getMessage()))
                : new JdbcReason(
                        Kind.NOT_OPEN,
                        "the index could not be opened: " + cause.getClass().getSimpleName());
    }
}
