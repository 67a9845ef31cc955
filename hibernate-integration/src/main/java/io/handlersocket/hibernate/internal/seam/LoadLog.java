// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.JdbcReason;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells what one load did, without its keys: one line in a separate category, because there are many, and one JFR
 * event. While both are off, all loads share one instance that does nothing.
 */
final class LoadLog {

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.hibernate.loads");
    // A run time image, or a module graph in which nothing requires it, may lack the module.
    private static final boolean HAS_JFR =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();
    private static final LoadLog SILENT = new LoadLog(false, null);

    private final boolean writesLine;
    private final long start;
    private final @Nullable LoadEvent event;

    private LoadLog(boolean writesLine, @Nullable LoadEvent event) {
        this.writesLine = writesLine;
        this.start = writesLine ? System.nanoTime() : 0;
        this.event = event;
    }

    static LoadLog start() {
        boolean writesLine = LOG.isDebugEnabled();
        LoadEvent event = HAS_JFR ? LoadEvent.started() : null;
        return writesLine || event != null ? new LoadLog(writesLine, event) : SILENT;
    }

    /** Tells the decision. For JDBC, the time is the time until then, without that of the SQL statement. */
    void write(String role, @Nullable JdbcReason reason, int rows) {
        if (event != null) {
            event.commit(role, reason, rows);
        }
        if (!writesLine) {
            return;
        }
        if (reason == null) {
            LOG.debug("{}: HANDLERSOCKET, {} rows, {} us", role, rows, micros());
        } else {
            LOG.debug("{}: JDBC, {}: {}, decided in {} us", role, reason.kind(), reason.text(), micros());
        }
    }

    private long micros() {
        return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start);
    }
}
