// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.ddl;

import io.handlersocket.client.DrainLock;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Holds the drain lock from a migration's first change to its end, or to the application's if that never comes. */
final class MigrationDrain implements AutoCloseable {

    private final UnaryOperator<DataSource> pastPool;
    private @Nullable DrainLock lock;

    /**
     * @param pastPool gives connections of their own for a DataSource whose pool the migration may need for itself
     */
    MigrationDrain(UnaryOperator<DataSource> pastPool) {
        this.pastPool = pastPool;
    }

    /** A change is about to be made; takes the lock if it was not taken before. */
    synchronized void begin(@Nullable DataSource dataSource) {
        if (lock == null && dataSource != null) {
            lock = DrainLock.acquire(pastPool.apply(dataSource));
        }
    }

    /** There will be no more changes for now. */
    @Override
    public synchronized void close() {
        DrainLock held = lock;
        lock = null;
        if (held != null) {
            held.close();
        }
    }
}
