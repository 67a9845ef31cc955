// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.served;

import io.handlersocket.samples.socialgame.served.Serving.Route;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.LookupRoute;
import org.jspecify.annotations.Nullable;

/**
 * Counts what the current thread does between two moments. Meters are nested: what an inner one counts, the outer one
 * counts too. Futures add to the meter of the thread that asked, so the methods are synchronized.
 */
final class Meter {

    private static final ThreadLocal<Meter> CURRENT = new ThreadLocal<>();

    private final String part;
    private final @Nullable Meter outer;
    private final long start = System.nanoTime();
    private int entities;
    private int rowStatements;
    private int calls;
    private int callsByJdbc;
    private int commands;
    private int roundTrips;
    private String reason = "";
    private @Nullable Lookup last;

    private Meter(String part, @Nullable Meter outer) {
        this.part = part;
        this.outer = outer;
    }

    static Meter begin(String part) {
        Meter meter = new Meter(part, CURRENT.get());
        CURRENT.set(meter);
        return meter;
    }

    /** The meter of this thread; null if nothing is measured. */
    static @Nullable Meter current() {
        return CURRENT.get();
    }

    /** Ends this meter and those begun inside it. */
    void end() {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }

    /** Hibernate has loaded an entity, over HandlerSocket or JDBC. */
    static void entity() {
        for (Meter meter = CURRENT.get(); meter != null; meter = meter.outer) {
            synchronized (meter) {
                meter.entities++;
            }
        }
    }

    /** The driver sends a command. */
    static void command(boolean readsOrWritesRows) {
        for (Meter meter = CURRENT.get(); meter != null; meter = meter.outer) {
            synchronized (meter) {
                meter.commands++;
                meter.rowStatements += readsOrWritesRows ? 1 : 0;
            }
        }
    }

    /** The driver waits for an answer. */
    static void roundTrip() {
        for (Meter meter = CURRENT.get(); meter != null; meter = meter.outer) {
            synchronized (meter) {
                meter.roundTrips++;
            }
        }
    }

    synchronized int rowStatements() {
        return rowStatements;
    }

    /** A fast method of a repository was answered, on whatever thread; told twice, it counts once. */
    @SuppressWarnings("ReferenceEquality") // the same call, not an equal one
    void answered(Lookup lookup) {
        for (Meter meter = this; meter != null; meter = meter.outer) {
            synchronized (meter) {
                if (meter.last == lookup) {
                    return;
                }
                meter.last = lookup;
                if (lookup.route() == LookupRoute.HANDLERSOCKET) {
                    meter.calls++;
                } else if (lookup.route() == LookupRoute.JDBC) {
                    meter.callsByJdbc++;
                    meter.reason = lookup.reason();
                }
            }
        }
    }

    /** Future calls that JDBC answers send their SQL on another thread; their route is known all the same. */
    synchronized Serving serving() {
        boolean sql = rowStatements + callsByJdbc > 0;
        // Entities that Hibernate loaded while no SQL was sent came over HandlerSocket.
        int lookups = sql || calls > 0 || entities == 0 ? calls : 1;
        Route route =
                lookups > 0 ? sql ? Route.MIXED : Route.HANDLERSOCKET : sql || commands > 0 ? Route.JDBC : Route.MEMORY;
        return new Serving(part, route, lookups, commands, roundTrips, (System.nanoTime() - start) / 1000, reason);
    }
}
