// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.Route;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** One load in a JFR recording that enables this event; never with its keys. */
@Name("io.handlersocket.Load")
@Label("Load")
@Category("HandlerSocket")
@Description("A load by Hibernate. The duration of one over JDBC ends with the decision, before the SQL statement")
@Enabled(false) // there are many loads
final class LoadEvent extends Event {

    // JFR keeps the state of the event's type, not of one event.
    private static final LoadEvent TYPE = new LoadEvent();

    @Label("Role")
    @Description("The entity, collection or query")
    @Nullable
    String role;

    @Label("Route")
    @Description("HANDLERSOCKET or JDBC")
    @Nullable
    String route;

    @Label("Kind of Reason")
    @Description("Why JDBC, as a kind; null for HANDLERSOCKET")
    @Nullable
    String kind;

    @Label("Reason")
    @Description("Why JDBC; null for HANDLERSOCKET")
    @Nullable
    String reason;

    @Label("Rows")
    @Description("Number of rows; 0 for JDBC, where it is unknown")
    int rows;

    /** Returns an event that begins now; null if no recording enables it. */
    static @Nullable LoadEvent started() {
        if (!TYPE.isEnabled()) {
            return null;
        }
        LoadEvent event = new LoadEvent();
        event.begin();
        return event;
    }

    void commit(String role, @Nullable JdbcReason why, int rows) {
        end();
        this.role = role;
        route = (why == null ? Route.HANDLERSOCKET : Route.JDBC).name();
        this.rows = rows;
        if (why != null) {
            kind = why.kind().name();
            reason = why.text();
        }
        commit();
    }
}
