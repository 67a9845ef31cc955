// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.spi;

import java.sql.Connection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One read that HandlerSocket has answered, and that both routes can repeat. An observer calls each method in a thread
 * of its own, so none may use the caller's session.
 */
public interface AnsweredRead {

    /** A value in {@link Answer#rows()} that could not be read, by either route. */
    Object UNREADABLE = new Object();

    /**
     * One answer.
     *
     * @param rows for each row its values, which have {@code equals}; {@link #UNREADABLE} for one that cannot be read
     * @param nanos how long the answer took, in nanoseconds
     */
    record Answer(List<List<@Nullable Object>> rows, long nanos) {}

    /** Returns the name under which the read is counted. */
    String role();

    /** Returns what it selects. */
    ReadColumns selected();

    /** Returns the answer that the application got. */
    Answer first() throws Exception;

    /**
     * Reads over HandlerSocket again.
     *
     * @throws LeftToJdbcException if HandlerSocket does not answer now
     */
    Answer handlerSocket() throws Exception;

    /**
     * Reads by SQL.
     *
     * @param connection a connection with auto-commit, for this call only
     * @throws Exception if SQL does not answer
     */
    Answer jdbc(Connection connection) throws Exception;
}
