// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.JdbcReason;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs one line for each load, without its keys, in a separate category, because there are many. */
final class LoadLog {

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.hibernate.loads");

    private LoadLog() {}

    /** Returns the start time of a load; 0 if the category is off. */
    static long start() {
        return LOG.isDebugEnabled() ? System.nanoTime() : 0;
    }

    static void handlerSocket(String role, int rows, long start) {
        if (start != 0) {
            LOG.debug("{}: HANDLERSOCKET, {} rows, {} us", role, rows, micros(start));
        }
    }

    /** Logs the decision for JDBC. The time is the time until then, without that of the SQL statement. */
    static void jdbc(String role, JdbcReason reason, long start) {
        if (start != 0) {
            LOG.debug("{}: JDBC, {}: {}, decided in {} us", role, reason.kind(), reason.text(), micros(start));
        }
    }

    private static long micros(long start) {
        return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start);
    }
}
