// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

/** One way to read rows by key. Every answer is checked against its key: error replies come back faster than rows. */
public interface Arm extends AutoCloseable {

    /** What it is called in the results. */
    String name();

    /** Reads random rows until the slice is over. Returns how many. */
    long run(Slice slice) throws Exception;

    @Override
    default void close() {}
}
