// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.ddl;

import io.handlersocket.client.DrainLock;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import javax.sql.DataSource;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/** Drains all clients while Flyway applies migrations. A startup without migrations drains no client. */
public final class FlywayDrain extends MigrationDrain implements Callback {

    private static final Set<Event> BEGIN =
            EnumSet.of(Event.BEFORE_EACH_MIGRATE, Event.BEFORE_EACH_UNDO, Event.BEFORE_CLEAN);
    private static final Set<Event> END = EnumSet.of(
            Event.AFTER_MIGRATE,
            Event.AFTER_MIGRATE_ERROR,
            Event.AFTER_UNDO,
            Event.AFTER_UNDO_ERROR,
            Event.AFTER_CLEAN,
            Event.AFTER_CLEAN_ERROR);

    public FlywayDrain(Function<DataSource, DrainLock> acquire) {
        super(acquire);
    }

    @Override
    public boolean supports(Event event, Context context) {
        return BEGIN.contains(event) || END.contains(event);
    }

    @Override
    public boolean canHandleInTransaction(Event event, Context context) {
        return true;
    }

    @Override
    public void handle(Event event, Context context) {
        if (BEGIN.contains(event)) {
            begin(context.getConfiguration().getDataSource());
        } else {
            close();
        }
    }

    @Override
    public String getCallbackName() {
        return "handlersocketDrain";
    }
}
