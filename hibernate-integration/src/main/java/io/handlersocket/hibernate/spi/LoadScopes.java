// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.spi;

import io.handlersocket.client.catalog.ServerFacts;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * Says for each read of one session factory which servers may answer it: the client reads from other servers than its
 * own where a scope on the calling thread lets it. Safe for use by several threads.
 */
public interface LoadScopes {

    /** Creates the scopes of a session factory. Found by {@link java.util.ServiceLoader}. */
    interface Factory {

        /**
         * Returns the scopes; null if these settings ask for none.
         *
         * @param settings the session factory's
         * @param snapshot whether all reads of a transaction must be of one state
         * @throws IllegalArgumentException if a setting has an unknown value
         */
        @Nullable
        LoadScopes create(Map<String, Object> settings, boolean snapshot);
    }

    /**
     * What is known of the session of a read.
     *
     * @param session the session
     * @param only the identity of the only server that may answer its reads, which is that of no server if none may;
     *     null unless its connection comes from a separate DataSource for read-only transactions
     * @param mayHaveRun whether SQL may have run on the connection that it holds
     */
    record SessionState(
            SharedSessionContractImplementor session,
            @Nullable String only,
            boolean mayHaveRun) {}

    /** The scope of one read, for the thread that opened it. */
    interface Scope extends AutoCloseable {

        /** Returns whether another server than the client's own may answer. */
        boolean allowsOthers();

        /** Returns whether another server than the client's own has answered a part of the read. */
        boolean usedOthers();

        @Override
        void close();
    }

    /** Opens a scope on the calling thread for a load by Hibernate. */
    Scope ofLoad(ExecutionContext context, SessionState session);

    /**
     * Opens a scope on the calling thread for a read of rows without Hibernate.
     *
     * @param session the session of the read; null for a new one outside a transaction
     */
    Scope ofRows(@Nullable SessionState session);

    /** Returns an executor whose tasks read as this thread does now. */
    Executor here(Executor executor);

    /** Reports that SQL of a session runs on this thread, or that its transaction ends. */
    void usesSql();

    /**
     * Returns the facts about each other server that is this server process, which a separate DataSource for read-only
     * transactions leads to.
     *
     * @param own the facts about the server of the session factory's client
     */
    List<ServerFacts> others(String identity, ServerFacts own);

    /** Returns why only SQL may answer a read by that DataSource that begins now on this thread; null if it need not. */
    @Nullable
    String refusalOfReadOnly();
}
