// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.spi;

import io.handlersocket.hibernate.JdbcReason;
import java.sql.Connection;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sees answers over HandlerSocket of one session factory. Many threads call it, and their callers wait for it: no
 * method may block or throw.
 */
public interface LoadObserver {

    /** Creates the observer of a session factory. Found by {@link java.util.ServiceLoader}. */
    interface Factory {

        /**
         * Returns the observer; null if these settings ask for none.
         *
         * @param settings the session factory's
         * @param proof proves that a connection of the observer reaches the server of HandlerSocket, as the same
         *     account and in the same schema; returns what tells at any time why SQL on the connection may answer
         *     otherwise than HandlerSocket, or null if it may not
         * @throws IllegalArgumentException if a setting has an unknown value
         */
        @Nullable
        LoadObserver create(Map<String, Object> settings, Function<Connection, Supplier<@Nullable String>> proof);
    }

    /** Returns whether this thread belongs to the observer. Then its loads use JDBC, and are not counted. */
    boolean isOwnThread();

    /**
     * Returns why JDBC must answer a load.
     *
     * @param tables names of the tables that the load reads, without schema and quotes
     * @return null unless the observer refuses one of them
     */
    @Nullable
    JdbcReason refusal(Supplier<? extends Collection<String>> tables);

    /** Returns whether the observer wants to see the answer of the load that begins now. */
    boolean isDue();

    /** Tells the answer of a load by Hibernate, in its thread. */
    void answered(AnsweredLoad load);

    /** Tells the answer of a read of columns without Hibernate. */
    void answered(AnsweredRead read);

    /** Called when the session factory closes. */
    void close();
}
