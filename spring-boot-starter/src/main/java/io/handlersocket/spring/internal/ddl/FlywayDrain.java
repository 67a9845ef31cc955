// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.ddl;

import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/** Drains all clients while Flyway applies migrations. A startup without migrations drains no client. */
public final class FlywayDrain implements Callback, AutoCloseable {

    private final MigrationDrain drain;

    /**
     * @param pastPool returns a DataSource that connects as Flyway's does, outside its pool
     */
    public FlywayDrain(UnaryOperator<DataSource> pastPool) {
        this.drain = new MigrationDrain(pastPool);
    }

    private enum Step {
        BEGIN,
        END,
        NONE
    }

    private static Step step(Event event) {
        return switch (event) {
            case BEFORE_EACH_MIGRATE, BEFORE_EACH_UNDO, BEFORE_CLEAN -> Step.BEGIN;
            case AFTER_MIGRATE, AFTER_MIGRATE_ERROR, AFTER_UNDO, AFTER_UNDO_ERROR, AFTER_CLEAN, AFTER_CLEAN_ERROR ->
                Step.END;
            default -> Step.NONE;
        };
    }

    @Override
    public boolean supports(Event event, Context context) {
        return step(event) != Step.NONE;
    }

    @Override
    public boolean canHandleInTransaction(Event event, Context context) {
        return true;
    }

    @Override
    public void handle(Event event, Context context) {
        if (step(event) == Step.BEGIN) {
            drain.begin(context.getConfiguration().getDataSource());
        } else {
            drain.close();
        }
    }

    @Override
    public String getCallbackName() {
        return "handlersocketDrain";
    }

    @Override
    public void close() {
        drain.close();
    }
}
