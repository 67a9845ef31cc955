// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.RequestGroup;
import io.handlersocket.client.internal.transport.shared.Connection;
import io.handlersocket.writes.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes that are sent together. The server commits them together, so the results are known when all answers have
 * arrived. One thread at a time.
 */
final class WriteBatch {

    private static final int MAX_WRITES = 256;

    /**
     * The engine errors that concern one write only: duplicate key, foreign keys in both directions, refused
     * AUTO_INCREMENT value. Any other may have undone the writes before it: a deadlock, a full lock table, a lock
     * timeout under innodb_rollback_on_timeout.
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

    /** Returns whether the server can read this write together with the others. */
    boolean hasRoomFor(PendingWrite write) {
        return isEmpty() || (bytes + write.maxBytes() <= RequestGroup.MAX_BYTES && writes.size() < MAX_WRITES);
    }

    void add(PendingWrite write, OpenedIndex index) {
        writes.add(write);
        indexes.add(index);
        bytes += write.maxBytes();
    }

    /** Encodes the lines of all writes into one request. */
    Request<?> request(long nowNanos, long timeoutNanos) {
        for (int i = 0; i < writes.size(); i++) {
            requests.add(writes.get(i).request(indexes.get(i), nowNanos, timeoutNanos));
        }
        return requests.size() == 1 ? requests.get(0) : new RequestGroup(List.<Request<?>>copyOf(requests));
    }

    /** @param answered runs once, when all answers have arrived or the connection is lost */
    void send(Request<?> request, Runnable answered) {
        request.whenComplete((done, failure) -> answered.run());
        try {
            connection.submit(request);
        } catch (RuntimeException | Error e) {
            request.completeExceptionally(e);
        }
    }

    /** Returns the result of each write, in order. Closes the connection if an answer is missing. */
    List<WriteResult> results() {
        if (!requests.stream().allMatch(CompletableFuture::isDone)) {
            throw new IllegalStateException("the request ended before the answers of its lines");
        }
        List<WriteResult> answers =
                requests.stream().map(CompletableFuture::join).toList();
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

    /** Returns the results to report if {@link #results} throws. */
    List<WriteResult> unreadable(Throwable failure) {
        return unknown(new ConnectionLostException(connection + ": the answers to a batch could not be read", failure));
    }

    private List<WriteResult> unknown(HandlerSocketException reason) {
        return writes.stream()
                .<WriteResult>map(write -> new WriteResult.Unknown(reason))
                .toList();
    }

    void complete(List<WriteResult> results) {
        for (int i = 0; i < results.size(); i++) {
            writes.get(i).result().complete(results.get(i));
        }
    }

    /** Completes the writes of a batch that was not sent. */
    void refuse(HandlerSocketException reason) {
        writes.forEach(write -> write.refuse(reason));
    }
}
