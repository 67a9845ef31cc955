// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.compare;

/** One way to read rows by key. Every answer is checked against its key: error replies come back faster than rows. */
interface Arm extends AutoCloseable {

    /** What it is called in the results. */
    String name();

    /** Reads random rows until the time is over. Returns how many. */
    long run(long deadlineNanos) throws Exception;

    @Override
    default void close() {}
}
