// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.chaos;

import io.handlersocket.spring.LookupRoute;
import org.jspecify.annotations.Nullable;

/**
 * Receives every operation of the load, for a check of whole histories. Called on the thread that runs the operation.
 */
interface Recorder {

    /** Forgets everything. */
    Recorder NONE = new Recorder() {
        @Override
        public void invoked(Operation operation) {}

        @Override
        public void answered(Operation operation, int key, long revision, @Nullable LookupRoute route) {}

        @Override
        public void failed(Operation operation, Throwable failure) {}
    };

    /** Called before the operation is sent. */
    void invoked(Operation operation);

    /**
     * Called for each row of the answer.
     *
     * @param revision of the row; -1 if it is absent
     * @param route null for a write
     */
    void answered(Operation operation, int key, long revision, @Nullable LookupRoute route);

    /** Called if the operation ended with an exception; whether a write was committed is not known then. */
    void failed(Operation operation, Throwable failure);

    /**
     * One read or write.
     *
     * @param session the thread, distinct in all JVMs of a run; one operation at a time
     * @param key of the row; the first of several
     * @param written revision that is written; 0: a read
     * @param nanos {@link System#nanoTime()} before it was sent, the same clock in all JVMs of a machine
     */
    record Operation(int session, int key, long written, long nanos) {}
}
