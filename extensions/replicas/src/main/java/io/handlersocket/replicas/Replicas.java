// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.client.Index;
import io.handlersocket.client.UnavailableException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Reads from a primary and its replicas, as fresh as the application asks for. Thread-safe; close it when it is no
 * longer needed.
 *
 * <p>{@link #client()} is a {@link HandlerSocketClient}. A {@link ReadScope} of the calling thread says how fresh its
 * answers must be. A replica proves the age of its rows in the same packet; an answer that is too old is thrown away,
 * and the primary is asked. Without a scope, the primary answers.
 *
 * <pre>{@code
 * Row row = replicas.read(Freshness.within(Duration.ofMillis(100)), () -> players.find(7).orElseThrow());
 * }</pre>
 *
 * <p>Asynchronous reads have the scope of the thread that submits them. {@link Index#stream} always reads from the
 * primary, because it reads at many moments. All other methods of the client,
 * such as {@link HandlerSocketClient#table}, also concern the primary; only {@link HandlerSocketClient#drain}, {@link
 * HandlerSocketClient#resume} and {@link HandlerSocketClient#close} concern all servers.
 *
 * <p><b>Fencing.</b> The primary answers only while it is proven to be one: a probe with its identity has shown it
 * writable within the lease. Otherwise its reads fail with {@link UnavailableException.Reason#FENCED}. A server that is
 * writable when it is probed and becomes read-only can still answer until the next probe.
 */
public interface Replicas extends AutoCloseable {

    /**
     * Returns a builder.
     *
     * @param primary the options of the primary's client; its DataSource must always lead to the primary
     */
    static ReplicasBuilder builder(HandlerSocketClientBuilder primary) {
        return new ReplicasBuilder(primary);
    }

    /** Returns the client that reads as the scope of the calling thread says. Closing it closes these replicas. */
    HandlerSocketClient client();

    /**
     * Opens a scope on the calling thread.
     *
     * @throws IllegalArgumentException if the freshness is a duration of less than two poll intervals
     */
    ReadScope open(Freshness freshness);

    /**
     * Opens a scope on the calling thread whose reads belong to a session.
     *
     * @param session a session of {@link #session()}
     * @throws IllegalArgumentException as {@link #open(Freshness)}, or if the session is not one of these replicas
     */
    ReadScope open(Freshness freshness, ReadSession session);

    /** Returns the innermost scope of the calling thread; empty outside a scope. */
    Optional<ReadScope> scope();

    /** Returns a new session, which has seen nothing. */
    ReadSession session();

    /** Runs reads in a scope of their own, and returns their result. */
    default <T> T read(Freshness freshness, Supplier<T> reads) {
        ReadScope scope = open(freshness);
        try {
            return reads.get();
        } finally {
            scope.close();
        }
    }

    /**
     * Returns a position that covers every commit that was acknowledged before the call. Waits at most the request
     * timeout of the primary's client.
     *
     * @throws UnavailableException if the primary does not answer SQL, or is not proven to be the primary
     */
    GtidPosition position();

    /** Returns the position as {@link #position()} does, without waiting. */
    CompletionStage<GtidPosition> positionAsync();

    /** Returns the state of the servers; the primary is the first. */
    List<ServerSnapshot> servers();

    /** Closes the clients of all servers. Closing again has no effect. */
    @Override
    void close();
}
