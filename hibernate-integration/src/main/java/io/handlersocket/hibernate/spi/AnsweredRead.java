// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.spi;

import java.sql.Connection;
import java.util.List;
import java.util.Set;
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

    /** Returns the names of the tables, without schema and quotes. */
    Set<String> tables();

    /** Returns for each value of a row its table and column, such as {@code player.level}. */
    List<String> columns();

    /** Returns the positions of the values by which the rows are sorted, from 0; empty if any order is right. */
    List<Integer> order();

    /** Returns the answer that the application got. */
    Answer first() throws Exception;

    /**
     * Reads over HandlerSocket again.
     *
     * @throws NotAnsweredException if HandlerSocket does not answer now
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
