// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.mapping;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.plan.KeyRead;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.plan.LookupPlan;
import io.handlersocket.hibernate.internal.plan.OpenLookup;
import io.handlersocket.hibernate.internal.plan.ValueType;
import io.handlersocket.hibernate.internal.planner.SqlName;
import io.handlersocket.hibernate.internal.result.KeyRecorder;
import io.handlersocket.hibernate.internal.result.RowsResultSet;
import io.handlersocket.hibernate.internal.seam.LookupRouter;
import io.handlersocket.hibernate.internal.util.UnexpectedFailures;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import io.handlersocket.hibernate.spi.RowQuery;
import io.handlersocket.hibernate.spi.RowRead;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the rows of one query by the plan of its lookup, with values as Hibernate maps them. */
final class MappedRead implements RowRead {

    private final MappedTable mapped;
    private final SqlName name;
    private final RowQuery query;
    private final LookupRouter router;
    private final LookupPlan plan;
    private final MappedColumn[] shown;
    private final long local;
    private volatile @Nullable Opened opened;

    /** An open lookup, and the columns that its values are compared with. */
    private record Opened(OpenLookup lookup, List<MappedColumn> compared) {}

    MappedRead(MappedTable mapped, SqlName name, RowQuery query, LookupRouter router) {
        this.mapped = mapped;
        this.name = name;
        this.query = query;
        this.router = router;
        this.plan = router.plan(name.schema(), name.name(), this::lookup);
        this.shown = query.shown().stream().map(mapped::mapped).toArray(MappedColumn[]::new);
        long columns = 0;
        for (int i = 0; i < shown.length; i++) {
            columns |= shown[i].keepsLocalTime() ? RowsResultSet.bit(i + 1) : 0;
        }
        this.local = columns;
    }

    private Lookup lookup(Table definition) {
        List<String> key = equal(definition).stream().map(MappedColumn::name).toList();
        RangeAndOrder range = query.range().named(path -> mapped.mapped(path).name());
        List<String> compared = key.isEmpty() ? range.compared() : key;
        if (compared.isEmpty()) {
            throw LeftToJdbcException.of(ReasonCode.NO_VALUE_COMPARED);
        }
        List<Lookup.Selected> selected = new ArrayList<>();
        for (MappedColumn column : shown) {
            selected.add(new Lookup.Selected(column.name(), column.valueType()));
        }
        if (selected.isEmpty()) {
            selected.add(new Lookup.Selected(compared.get(0), ValueType.CONSTANT, true));
        }
        return new Lookup(name.schema(), name.name(), selected, key, List.of(), range, List.of(), query.index());
    }

    private List<MappedColumn> equal(Table definition) {
        List<MappedColumn> equal = new ArrayList<>();
        for (String path : query.equal()) {
            equal.add(path.isEmpty() ? part(definition, equal.size()) : mapped.mapped(path));
        }
        return equal;
    }

    private MappedColumn part(Table definition, int place) {
        return definition.indexes().stream()
                .filter(index -> index.name().equalsIgnoreCase(query.index())
                        && index.parts().size() > place)
                .findFirst()
                .map(IndexDefinition::columns)
                .flatMap(columns -> mapped.columnNamed(columns.get(place)))
                .orElseThrow(() -> LeftToJdbcException.of(
                        ReasonCode.FEW_COLUMNS,
                        name.name(),
                        Objects.toString(query.index()),
                        query.equal().size()));
    }

    @Override
    public CompletionStage<Void> prepare() {
        try {
            return router.resolve(plan);
        } catch (LeftToJdbcException e) {
            return CompletableFuture.completedFuture(null);
        }
    }

    @Override
    public @Nullable JdbcReason refusal() {
        try {
            opened();
            return null;
        } catch (LeftToJdbcException e) {
            return e.reason();
        }
    }

    @Override
    public @Nullable JdbcReason refusal(Table definition) {
        return plan.refusal(definition, query.limited());
    }

    @Override
    public boolean isOpen() {
        return plan.isReady();
    }

    private Opened opened() {
        OpenLookup open = (OpenLookup) router.open(plan);
        Opened known = opened;
        if (known == null || known.lookup() != open) {
            JdbcReason refusal = open.refusal(query.limited());
            if (refusal != null) {
                throw new LeftToJdbcException(refusal);
            }
            List<MappedColumn> compared = equal(open.table());
            query.range().operands().forEach(path -> compared.add(mapped.mapped(path)));
            known = new Opened(open, compared);
            opened = known;
        }
        return known;
    }

    private KeyRead read(Opened open, Wanted wanted) {
        JdbcReason closed = open.lookup().closed(true);
        if (closed != null) {
            throw new LeftToJdbcException(closed);
        }
        @Nullable Object[] bound = new Object[wanted.values().size()];
        KeyRecorder recorder = new KeyRecorder();
        for (int i = 0; i < bound.length; i++) {
            Object value = wanted.values().get(i);
            if (value == null) {
                throw LeftToJdbcException.value("a null argument");
            }
            bound[i] = open.compared().get(i).bound(value, recorder);
        }
        return open.lookup().read(bound, wanted.limit(), wanted.all());
    }

    private List<@Nullable Object[]> values(List<@Nullable Object[]> rows) {
        RowsResultSet result = RowsResultSet.of(rows);
        result.setLocal(local);
        for (@Nullable Object[] row : rows) {
            result.next();
            for (int i = 0; i < shown.length; i++) {
                row[i] = shown[i].value(result, i + 1);
            }
        }
        return rows;
    }

    @Override
    public <T extends @Nullable Object> T now(Wanted wanted, Function<List<@Nullable Object[]>, T> results) {
        Opened open = opened();
        try {
            return results.apply(values(read(open, wanted).now()));
        } catch (RuntimeException e) {
            throw failed(open, e);
        }
    }

    @Override
    public <T extends @Nullable Object> CompletionStage<T> later(
            Wanted wanted, Function<List<@Nullable Object[]>, T> results, Executor executor) {
        Opened open = opened();
        CompletionStage<List<@Nullable Object[]>> rows;
        try {
            rows = read(open, wanted).later();
        } catch (RuntimeException e) {
            throw failed(open, e);
        }
        return rows.handleAsync(
                (found, failure) -> {
                    try {
                        if (failure != null) {
                            throw cause(failure);
                        }
                        return results.apply(values(found));
                    } catch (RuntimeException e) {
                        throw failed(open, e);
                    }
                },
                executor);
    }

    private LeftToJdbcException failed(Opened open, RuntimeException failure) {
        return failure instanceof HandlerSocketException
                        || failure instanceof LeftToJdbcException
                        || failure instanceof IllegalArgumentException
                ? plan.failed(open.lookup(), failure)
                : new LeftToJdbcException(UnexpectedFailures.ofLookup(name.name(), failure));
    }

    private static RuntimeException cause(Throwable failure) {
        Throwable cause = UnexpectedFailures.cause(failure);
        return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
    }
}
