// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.internal.catalogue;

import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Range;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.Row;
import io.handlersocket.client.Rows;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.internal.lookup.ReplyLayout;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An index that could be opened, by the rules of every opening, and is not: each read fails. Immutable. */
final class CatalogueIndex implements Index {

    /** Why a client without connections answers nothing. */
    static final String CATALOGUE_ONLY = "the client only reads the catalogue, for advice";

    private final IndexSpec spec;
    private final ReplyLayout layout;
    private final List<Column> columns;

    private CatalogueIndex(IndexSpec spec, ReplyLayout layout, List<Column> columns) {
        this.spec = spec;
        this.layout = layout;
        this.columns = columns;
    }

    /**
     * Decides whether the index could be opened.
     *
     * @throws RefusedException if it must not be opened, or one of its columns cannot be read
     */
    static CatalogueIndex of(IndexSpec spec, Table table, ServerFacts server) {
        boolean namesLob = spec.columns().isEmpty()
                || spec.columns().stream()
                        .anyMatch(name -> table.column(name).map(Column::isLob).orElse(false));
        ReplyLayout layout = ReplyLayout.of(table, spec.index(), namesLob, server);
        List<Column> columns = Arrays.stream(layout.columnIndexes(spec.columns()))
                .mapToObj(column -> layout.columns().get(column).column())
                .toList();
        return new CatalogueIndex(spec, layout, columns);
    }

    /** Returns the columns that an opening names, whose privileges the SQL account needs. */
    List<String> openedColumns() {
        return layout.columnNames();
    }

    @Override
    public IndexSpec spec() {
        return spec;
    }

    @Override
    public Table table() {
        return layout.table();
    }

    @Override
    public IndexDefinition definition() {
        return layout.index();
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public boolean isOpen() {
        return false;
    }

    @Override
    public Index withTimeout(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout: " + timeout + " (expected more than 0)");
        }
        return this;
    }

    private static UnavailableException notRead() {
        return new UnavailableException(UnavailableException.Reason.DRAINED, CATALOGUE_ONLY);
    }

    @Override
    public Optional<Row> find(@Nullable Object... key) {
        throw notRead();
    }

    @Override
    public CompletionStage<Optional<Row>> findAsync(@Nullable Object... key) {
        return CompletableFuture.failedStage(notRead());
    }

    @Override
    public List<Optional<Row>> findAll(Collection<?> keys) {
        throw notRead();
    }

    @Override
    public CompletionStage<List<Optional<Row>>> findAllAsync(Collection<?> keys) {
        return CompletableFuture.failedStage(notRead());
    }

    @Override
    public List<Row> range(Range range) {
        throw notRead();
    }

    @Override
    public CompletionStage<List<Row>> rangeAsync(Range range) {
        return CompletableFuture.failedStage(notRead());
    }

    @Override
    public Stream<Row> stream(Range range) {
        throw notRead();
    }

    @Override
    public List<Rows> ranges(List<Range> ranges) {
        throw notRead();
    }

    @Override
    public CompletionStage<List<Rows>> rangesAsync(List<Range> ranges) {
        return CompletableFuture.failedStage(notRead());
    }

    @Override
    public String toString() {
        return layout.toString();
    }
}
