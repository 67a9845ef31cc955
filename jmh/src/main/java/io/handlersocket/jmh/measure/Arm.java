// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.util.Optional;

/** One way to read rows by key. Every answer is checked against its key: error replies come back faster than rows. */
public interface Arm extends AutoCloseable {

    /** What it is called in the results. */
    String name();

    /** Reads random rows until the slice is over. Returns how many. */
    long run(Slice slice) throws Exception;

    /** The process that answers, if it is not MariaDB's. */
    default Optional<ProcessHandle> server() {
        return Optional.empty();
    }

    @Override
    default void close() {}
}
