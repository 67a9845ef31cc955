// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.ddl;

import io.handlersocket.client.DrainLock;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Holds the drain lock from the first change of a migration to its end, at the latest to the end of the application.
 */
abstract class MigrationDrain implements AutoCloseable {

    private final Function<DataSource, DrainLock> acquire;
    private @Nullable DrainLock lock;

    /** @param acquire takes the lock where a DataSource connects, outside its pool, which the migration may need */
    MigrationDrain(Function<DataSource, DrainLock> acquire) {
        this.acquire = acquire;
    }

    /** Takes the lock before a change, unless it is held. */
    final synchronized void begin(@Nullable DataSource dataSource) {
        if (lock == null && dataSource != null) {
            lock = acquire.apply(dataSource);
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
