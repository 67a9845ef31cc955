// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.write;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.WriteResult;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.transport.Connection;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.RequestGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes that are sent together. The server commits them together, so no result is known until the last answer has
 * arrived. One thread at a time.
 */
final class WriteBatch {

    private static final int MAX_WRITES = 256;

    /**
     * The errors that concern one write only: duplicate key, foreign keys in both directions, refused AUTO_INCREMENT
     * value. After any other error of the engine the transaction may be gone, with writes of the batch that were
     * answered before: a deadlock, a full lock table, a lock that timed out under innodb_rollback_on_timeout.
     */
    private static final Set<String> OF_ONE_WRITE = Set.of("121", "151", "152", "167");

    private static final Pattern ENGINE_ERROR = Pattern.compile("\\d+");

    private final Connection connection;
    private final List<PendingWrite> writes = new ArrayList<>();
    private final List<OpenedIndex> indexes = new ArrayList<>();
    private final List<WriteRequest> requests = new ArrayList<>();
    private int bytes;

    WriteBatch(Connection connection) {
        this.connection = connection;
    }

    boolean isEmpty() {
        return writes.isEmpty();
    }

    /** Whether the server is sure to read this write together with the others. */
    boolean hasRoomFor(PendingWrite write) {
        return isEmpty() || (bytes + write.maxBytes() <= RequestGroup.MAX_BYTES && writes.size() < MAX_WRITES);
    }

    /** @param index where the write goes */
    void add(PendingWrite write, OpenedIndex index) {
        writes.add(write);
        indexes.add(index);
        bytes += write.maxBytes();
    }

    /** Encodes the lines of all writes into one request. */
    Request<?> request(long timeoutNanos) {
        long now = System.nanoTime();
        for (int i = 0; i < writes.size(); i++) {
            requests.add(writes.get(i).request(indexes.get(i), now, timeoutNanos));
        }
        return requests.size() == 1
                ? requests.get(0)
                : new RequestGroup(List.<Request<?>>copyOf(requests), timeoutNanos);
    }

    /** @param answered runs once, when the last answer has arrived or none will come */
    void send(Request<?> request, Runnable answered) {
        request.result().whenComplete((done, failure) -> answered.run());
        try {
            connection.submit(request);
        } catch (RuntimeException | Error e) {
            request.result().completeExceptionally(e);
        }
    }

    /** The result of each write, in order. Closes the connection if an answer is missing. */
    List<WriteResult> results() {
        List<CompletableFuture<WriteResult>> ended =
                requests.stream().map(WriteRequest::result).toList();
        if (!ended.stream().allMatch(CompletableFuture::isDone)) {
            throw new IllegalStateException("the request ended before the answers of its lines");
        }
        List<WriteResult> answers = ended.stream().map(CompletableFuture::join).toList();
        Optional<WriteResult> missing =
                answers.stream().filter(WriteResult.Unknown.class::isInstance).findFirst();
        if (missing.isPresent()) {
            connection.close("a write was not answered in time");
        }
        Optional<ServerErrorException> undone =
                answers.stream().flatMap(WriteBatch::undoesAll).findFirst();
        if (undone.isPresent()) {
            return unknown(undone.get());
        }
        return answers.stream()
                .map(answer -> answer instanceof WriteResult.Applied ? missing.orElse(answer) : answer)
                .toList();
    }

    private static Stream<ServerErrorException> undoesAll(WriteResult answer) {
        return answer instanceof WriteResult.Refused refused
                        && refused.why() instanceof ServerErrorException error
                        && ENGINE_ERROR.matcher(error.error()).matches()
                        && !OF_ONE_WRITE.contains(error.error())
                ? Stream.of(error)
                : Stream.empty();
    }

    /** The results if {@link #results} fails. */
    List<WriteResult> unreadable(Throwable failure) {
        return unknown(new ConnectionLostException(connection + ": the answers to a batch could not be read", failure));
    }

    private List<WriteResult> unknown(HandlerSocketException why) {
        return writes.stream()
                .<WriteResult>map(write -> new WriteResult.Unknown(why))
                .toList();
    }

    void complete(List<WriteResult> results) {
        for (int i = 0; i < results.size(); i++) {
            writes.get(i).result().complete(results.get(i));
        }
    }

    /** Completes a batch that was not sent. */
    void refuse(HandlerSocketException why) {
        writes.forEach(write -> write.refuse(why));
    }
}
