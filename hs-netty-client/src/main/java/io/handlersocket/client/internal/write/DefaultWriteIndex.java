// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.write;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Write;
import io.handlersocket.client.WriteIndex;
import io.handlersocket.client.WriteResult;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.internal.lookup.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Checks and encodes writes, and gives them to the queue. */
public final class DefaultWriteIndex implements WriteIndex {

    private static final WriteResult NO_SUCH_KEY = new WriteResult.Applied(0, OptionalLong.empty(), Optional.empty());

    private final WriteQueue queue;
    private final BooleanSupplier mustNotWait;
    private final @Nullable Executor callbackExecutor;
    private volatile WriteTable table;

    /**
     * @param mustNotWait whether the calling thread is one that answers come by
     * @param callbackExecutor runs callers' stages, or null for that thread
     */
    public DefaultWriteIndex(
            WriteTable table, WriteQueue queue, BooleanSupplier mustNotWait, @Nullable Executor callbackExecutor) {
        this.table = table;
        this.queue = queue;
        this.mustNotWait = mustNotWait;
        this.callbackExecutor = callbackExecutor;
    }

    @Override
    public Table table() {
        return table.table();
    }

    @Override
    public IndexDefinition definition() {
        return table.index();
    }

    /** Writes are made ready for this from here on. */
    void seen(WriteTable now) {
        if (table != now) {
            table = now;
        }
    }

    @Override
    public WriteResult write(Write write) {
        return writeAll(List.of(write)).get(0);
    }

    @Override
    public CompletionStage<WriteResult> writeAsync(Write write) {
        return onExecutor(send(List.of(write)).get(0));
    }

    @Override
    public List<WriteResult> writeAll(List<? extends Write> writes) {
        if (mustNotWait.getAsBoolean()) {
            throw new IllegalStateException("this would wait for the thread it runs on: use the asynchronous method");
        }
        List<CompletableFuture<WriteResult>> sent = send(writes);
        try {
            return Stages.await(Stages.all(sent, results -> results), 2 * queue.timeoutNanos(), toString());
        } catch (HandlerSocketException late) { // only if somebody's stage blocks the thread that ends it in time
            return sent.stream()
                    .map(one -> one.getNow(new WriteResult.Unknown(late)))
                    .toList();
        }
    }

    @Override
    public CompletionStage<List<WriteResult>> writeAllAsync(List<? extends Write> writes) {
        return onExecutor(Stages.all(send(writes), results -> results));
    }

    private <T> CompletableFuture<T> onExecutor(CompletableFuture<T> source) {
        return callbackExecutor == null ? source : Stages.on(callbackExecutor, source);
    }

    private List<CompletableFuture<WriteResult>> send(List<? extends Write> writes) {
        WriteTable current = table;
        List<CompletableFuture<WriteResult>> results = new ArrayList<>(writes.size());
        List<PendingWrite> pending = new ArrayList<>(writes.size());
        for (Write write : writes) {
            PreparedWrite prepared = PreparedWrite.of(current, write);
            if (prepared.line() == null) {
                results.add(CompletableFuture.completedFuture(NO_SUCH_KEY));
            } else {
                PendingWrite one = new PendingWrite(this, current, prepared);
                pending.add(one);
                results.add(one);
            }
        }
        if (!pending.isEmpty()) {
            queue.submit(pending);
        }
        return results;
    }

    @Override
    public String toString() {
        return table.layout().toString();
    }
}
