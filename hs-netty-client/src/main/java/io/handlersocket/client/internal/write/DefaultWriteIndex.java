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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Encodes writes and puts them into the queue. */
final class DefaultWriteIndex implements WriteIndex {

    private final WriteQueue queue;
    private final BooleanSupplier mustNotWait;
    private final @Nullable Executor callbackExecutor;
    private volatile WriteTable table;

    /**
     * @param mustNotWait whether the calling thread is one of the client's own
     * @param callbackExecutor runs callers' stages, or null for the completing thread
     */
    DefaultWriteIndex(
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
        } catch (HandlerSocketException late) { // a stage blocks the thread that ends writes in time
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
        WriteEncoder encoder = new WriteEncoder(table, opened -> table = opened);
        List<PendingWrite> encoded =
                writes.stream().<PendingWrite>map(encoder::encode).toList();
        queue.submit(encoded.stream().filter(write -> !write.result().isDone()).toList());
        return encoded.stream().map(PendingWrite::result).toList();
    }

    @Override
    public String toString() {
        return table.toString();
    }
}
