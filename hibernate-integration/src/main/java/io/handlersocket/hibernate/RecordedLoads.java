// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import org.jspecify.annotations.Nullable;

/**
 * What the loads of one thread do from {@link HandlerSocketLoads#record} until {@link #close}, as they were decided.
 * Used by that thread only.
 */
public interface RecordedLoads extends AutoCloseable {

    /**
     * Returns the route so far.
     *
     * @return JDBC if a load, or any other statement of Hibernate's connections, used SQL; null if nothing was read, as
     *     when caches have answered
     */
    @Nullable
    Route route();

    /** Returns why the first load over JDBC used it; null if no load did. */
    @Nullable
    JdbcReason reason();

    /** Ends the record. A record that was begun before on this thread has the same loads. */
    @Override
    void close();
}
