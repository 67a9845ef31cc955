// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.ddl;

import io.handlersocket.client.DrainLock;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Holds the drain lock from the first change of a migration to its end, at the latest to the end of the application.
 */
abstract class MigrationDrain implements AutoCloseable {

    private final UnaryOperator<DataSource> pastPool;
    private @Nullable DrainLock lock;

    /**
     * @param pastPool returns a DataSource that connects as the given one does, outside its pool, which the migration
     *     may need
     */
    MigrationDrain(UnaryOperator<DataSource> pastPool) {
        this.pastPool = pastPool;
    }

    /** Takes the lock before a change, unless it is held. */
    final synchronized void begin(@Nullable DataSource dataSource) {
        if (lock == null && dataSource != null) {
            lock = DrainLock.acquire(pastPool.apply(dataSource));
        }
    }

    @Override
    public final synchronized void close() {
        DrainLock held = lock;
        lock = null;
        if (held != null) {
            held.close();
        }
    }
}
