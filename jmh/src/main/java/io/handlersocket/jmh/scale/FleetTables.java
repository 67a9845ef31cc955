// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import java.util.Locale;

/** The tables about guards, restarts, DDL and memory, in Markdown. */
final class FleetTables {

    private static final int[] SIZES = {16, 64, 256};
    private static final int INSTANCES = 1_000;
    private static final int TABLES = 50;
    private static final int INDEXES = 10;
    private static final long SEED = 18;

    private FleetTables() {}

    static String guard() {
        Markdown table = new Markdown("instances", "10 tables", "50 tables", "250 tables", "new SQL sessions a second");
        for (int instances : new int[] {10, 100, 1_000, 4_000}) {
            table.cells(
                    Format.number(instances),
                    cores(instances, 10),
                    cores(instances, 50),
                    cores(instances, 250),
                    Format.number(instances));
        }
        return table.toString();
    }

    private static String cores(int instances, int tables) {
        return String.format(Locale.ROOT, "%.2f cores", Capacity.guardCores(instances, tables));
    }

    static String restart() {
        Markdown table = new Markdown(
                "cores",
                "instances",
                "SQL sessions left",
                "half are served after",
                "all",
                "most sessions",
                "refused",
                "late",
                "longest accept queue");
        for (int cores : SIZES) {
            for (int instances : new int[] {100, INSTANCES}) {
                for (int sessions : instances < INSTANCES ? new int[] {50} : new int[] {2 * instances, 200, 50}) {
                    Fleet.Outcome outcome = Fleet.restart(setting(cores, instances, sessions), Constants.FLEET, SEED);
                    table.cells(
                            String.valueOf(cores),
                            Format.number(instances),
                            Format.number(sessions),
                            Format.seconds(outcome.halfReadySeconds()),
                            Format.seconds(outcome.allReadySeconds()),
                            Format.number(outcome.mostSessions()),
                            Format.number(outcome.refused()),
                            Format.number(outcome.late()),
                            Format.number(outcome.longestAcceptQueue()));
                }
            }
        }
        return table.toString();
    }

    static String ddl() {
        Markdown table = new Markdown(
                "cores",
                "instances",
                "`ALTER` gets its lock after",
                "all are back after",
                "slowest check",
                "most sessions",
                "drain: the last has closed after");
        for (int cores : new int[] {2, 16, 64, 256}) {
            for (int instances : new int[] {3, 100, INSTANCES}) {
                Fleet.Setting setting = setting(cores, instances, 2 * instances);
                Fleet.Outcome alter = Fleet.alter(setting, Constants.FLEET, SEED);
                Fleet.Outcome drain = Fleet.drain(setting, Constants.FLEET, SEED);
                table.cells(
                        String.valueOf(cores),
                        Format.number(instances),
                        Format.seconds(alter.doneSeconds()),
                        Format.seconds(alter.allReadySeconds()),
                        Format.seconds(alter.slowestCheckSeconds()),
                        Format.number(alter.mostSessions()),
                        Format.seconds(drain.doneSeconds()));
            }
        }
        return table.toString();
    }

    /** Half of the cores serve lookups and JDBC meanwhile. */
    private static Fleet.Setting setting(int cores, int instances, int sessions) {
        return new Fleet.Setting(
                instances,
                Math.max(1, cores / 2),
                cores,
                TABLES,
                Capacity.CONNECTIONS,
                Capacity.POOL,
                sessions,
                Capacity.BACKLOG);
    }

    static String memory() {
        Markdown table = new Markdown(
                "connections", "reader threads", "connections and their indexes", "open tables", "together");
        for (int threads : SIZES) {
            for (int connections : new int[] {4 * INSTANCES, 20 * INSTANCES}) {
                double own = connections * (Constants.connectionBytes() + INDEXES * Constants.indexBytes());
                double tables = threads * TABLES * Constants.tableBytes();
                table.cells(
                        Format.number(connections),
                        Format.number(threads),
                        Format.mega(own),
                        Format.mega(tables),
                        Format.mega(own + tables));
            }
        }
        return table.toString();
    }
}
