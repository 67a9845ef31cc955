// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.util;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.RecordedLoads;
import io.handlersocket.hibernate.Route;
import org.jspecify.annotations.Nullable;

/** Records the loads of this thread, and those of the records around it. */
public final class LoadRecorder implements RecordedLoads {

    private static final ThreadLocal<@Nullable LoadRecorder> CURRENT = new ThreadLocal<>();

    private final @Nullable LoadRecorder outer;
    private @Nullable Route route;
    private @Nullable JdbcReason reason;

    private LoadRecorder(@Nullable LoadRecorder outer) {
        this.outer = outer;
    }

    public static RecordedLoads start() {
        LoadRecorder recorder = new LoadRecorder(CURRENT.get());
        CURRENT.set(recorder);
        return recorder;
    }

    /** Records a load. {@code because}: why it uses JDBC; null for HandlerSocket. */
    public static void decided(@Nullable JdbcReason because) {
        for (LoadRecorder recorder = CURRENT.get(); recorder != null; recorder = recorder.outer) {
            recorder.add(because == null ? Route.HANDLERSOCKET : Route.JDBC, because);
        }
    }

    public static void usedSql() {
        for (LoadRecorder recorder = CURRENT.get(); recorder != null; recorder = recorder.outer) {
            recorder.add(Route.JDBC, null);
        }
    }

    private void add(Route taken, @Nullable JdbcReason because) {
        route = route == Route.JDBC ? route : taken;
        reason = reason == null ? because : reason;
    }

    @Override
    public @Nullable Route route() {
        return route;
    }

    @Override
    public @Nullable JdbcReason reason() {
        return reason;
    }

    @Override
    public void close() {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }
}
