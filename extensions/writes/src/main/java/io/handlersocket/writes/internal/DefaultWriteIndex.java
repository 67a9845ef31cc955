// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.internal.concurrent.BlockingCall;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.concurrent.Stages;
import io.handlersocket.client.internal.concurrent.UserFuture;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.writes.Write;
import io.handlersocket.writes.WriteIndex;
import io.handlersocket.writes.WriteResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Encodes writes and submits them to the queue. */
final class DefaultWriteIndex implements WriteIndex {

    private final WriteQueue queue;
    private final UserStages stages;
    private volatile WriteTable table;

    DefaultWriteIndex(WriteTable table, WriteQueue queue, UserStages stages) {
        this.table = table;
        this.queue = queue;
        this.stages = stages;
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
        DriverThread.refuseToWait("WriteIndex.write", "writeAsync");
        return writeAndWait(List.of(write)).get(0);
    }

    @Override
    public CompletionStage<WriteResult> writeAsync(Write write) {
        return stages.of(send(List.of(write)).get(0));
    }

    @Override
    public List<WriteResult> writeAll(List<? extends Write> writes) {
        DriverThread.refuseToWait("WriteIndex.writeAll", "writeAllAsync");
        return writeAndWait(writes);
    }

    private List<WriteResult> writeAndWait(List<? extends Write> writes) {
        List<CompletableFuture<WriteResult>> sent = send(writes);
        try {
            return BlockingCall.await(queue.nanoTime(), all(sent), 2 * queue.timeoutNanos(), this);
        } catch (HandlerSocketException late) { // a stage blocks the thread that expires writes
            return sent.stream()
                    .map(one -> one.getNow(new WriteResult.Unknown(late)))
                    .toList();
        }
    }

    @Override
    public CompletionStage<List<WriteResult>> writeAllAsync(List<? extends Write> writes) {
        return stages.of(all(send(writes)));
    }

    private static CompletableFuture<List<WriteResult>> all(List<CompletableFuture<WriteResult>> sent) {
        CompletableFuture<List<WriteResult>> all = new UserFuture<>();
        Stages.completeAfter(
                all, sent, () -> sent.stream().map(CompletableFuture::join).toList());
        return all;
    }

    private List<CompletableFuture<WriteResult>> send(List<? extends Write> writes) {
        WriteEncoder encoder = new WriteEncoder(
                table, opened -> table = opened, queue.nanoTime().getAsLong());
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
