// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.WriteResult;
import io.handlersocket.client.internal.transport.Connection;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.RequestGroup;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes that the server does together; what is known of one is known when all are answered. One thread at a time. */
final class WriteRound {

    private static final int MAX_WRITES = 256;

    private final Connection connection;
    private final List<PendingWrite> writes = new ArrayList<>();
    private final List<OpenedIndex> indexes = new ArrayList<>();
    private final List<WriteRequest> requests = new ArrayList<>();
    private int bytes;

    WriteRound(Connection connection) {
        this.connection = connection;
    }

    boolean isEmpty() {
        return writes.isEmpty();
    }

    /** Whether the server surely picks this one up together with the others. */
    boolean hasRoomFor(PendingWrite write) {
        return isEmpty() || (bytes + write.bytes() <= RequestGroup.MAX_BYTES && writes.size() < MAX_WRITES);
    }

    /** @param index where it goes */
    void add(PendingWrite write, OpenedIndex index) {
        writes.add(write);
        indexes.add(index);
        bytes += write.bytes();
    }

    /** Makes the lines. */
    Request<?> make(long timeoutNanos) {
        long now = System.nanoTime();
        for (int i = 0; i < writes.size(); i++) {
            requests.add(writes.get(i).request(indexes.get(i), now, timeoutNanos));
        }
        return requests.size() == 1
                ? requests.get(0)
                : new RequestGroup(List.<Request<?>>copyOf(requests), timeoutNanos);
    }

    /** Nothing was sent. */
    void refuse(HandlerSocketException why) {
        writes.forEach(write -> write.refuse(why));
    }

    void send(Request<?> made, Runnable answered) {
        made.result().whenComplete((done, failure) -> answered.run());
        connection.submit(made);
    }

    /** What became of each, in order, once all are answered; gives the connection up if one was not. */
    List<WriteResult> results() {
        List<WriteResult> answers =
                requests.stream().map(request -> request.result().join()).toList();
        WriteResult.Unknown lost = answers.stream()
                .filter(WriteResult.Unknown.class::isInstance)
                .map(WriteResult.Unknown.class::cast)
                .findFirst()
                .orElse(null);
        ServerErrorException undone = requests.stream()
                .filter(WriteRequest::isUndone)
                .findFirst()
                .map(request -> (ServerErrorException)
                        ((WriteResult.Refused) request.result().join()).why())
                .orElse(null);
        if (lost != null) {
            connection.close("a write was not answered in time");
        }
        return answers.stream().map(answer -> result(answer, lost, undone)).toList();
    }

    private static WriteResult result(
            WriteResult answered, WriteResult.@Nullable Unknown lost, @Nullable ServerErrorException undone) {
        if (undone != null) {
            return new WriteResult.Unknown(undone);
        }
        return lost != null && answered instanceof WriteResult.Applied ? lost : answered;
    }

    /** Tells whoever waits. */
    void complete(List<WriteResult> results) {
        for (int i = 0; i < results.size(); i++) {
            writes.get(i).complete(results.get(i));
        }
    }
}
