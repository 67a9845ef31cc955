// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Write;
import io.handlersocket.client.WriteIndex;
import io.handlersocket.client.WriteResult;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.internal.concurrent.BlockingCall;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.concurrent.Stages;
import io.handlersocket.client.internal.concurrent.UserStages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Checks and encodes writes, and gives them to the queue. */
public final class DefaultWriteIndex implements WriteIndex {

    private static final WriteResult NO_SUCH_KEY = new WriteResult.Applied(0, OptionalLong.empty(), Optional.empty());

    private final WriteQueue queue;
    private final UserStages stages;
    private volatile WriteTable table;

    /**
     * @param stages gives results to callers
     */
    public DefaultWriteIndex(WriteTable table, WriteQueue queue, UserStages stages) {
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

    /** Writes are made ready for this from here on. */
    void seen(WriteTable now) {
        if (table != now) {
            table = now;
        }
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
            return BlockingCall.await(Stages.all(sent, results -> results), 2 * queue.timeoutNanos(), this);
        } catch (HandlerSocketException late) { // only if somebody's stage blocks the thread that ends it in time
            return sent.stream()
                    .map(one -> one.getNow(new WriteResult.Unknown(late)))
                    .toList();
        }
    }

    @Override
    public CompletionStage<List<WriteResult>> writeAllAsync(List<? extends Write> writes) {
        return stages.of(Stages.all(send(writes), results -> results));
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
                results.add(one.result());
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
