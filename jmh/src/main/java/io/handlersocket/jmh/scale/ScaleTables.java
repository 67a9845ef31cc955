// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The tables of the page, in Markdown. */
final class ScaleTables {

    private static final int[] SIZES = {16, 64, 256};
    private static final int INSTANCES = 1_000;
    private static final int TABLES = 50;
    private static final int DEFAULT_THREADS = 16;
    private static final int TABLE_OPEN_CACHE = 2_000;

    private ScaleTables() {}

    /** Returns all tables by name. */
    static Map<String, String> all() {
        Map<String, String> tables = new LinkedHashMap<>();
        tables.put("settings", settings());
        tables.put("bottlenecks", bottlenecks());
        tables.put("worker", worker());
        tables.put("threads", threads());
        tables.put("spread", spread());
        tables.put("guard", FleetTables.guard());
        tables.put("restart", FleetTables.restart());
        tables.put("ddl", FleetTables.ddl());
        tables.put("memory", FleetTables.memory());
        tables.put("constants", constants());
        tables.put("validation", validation());
        return tables;
    }

    private static String settings() {
        Markdown table = new Markdown("for 1,000 instances", "16 cores", "64 cores", "256 cores");
        table.row("`handlersocket_threads`", cores -> Format.number(cores));
        table.row("reader threads × 50 tables", cores -> Format.number(cores * TABLES));
        table.row("`table_open_cache`, at least", cores -> Format.number(cores * TABLES + TABLE_OPEN_CACHE));
        table.row("`max_connections`, at least", cores -> Format.number(INSTANCES * (Capacity.POOL + 1) + 100));
        table.row(
                "HandlerSocket connections, shared to most",
                cores -> Format.number(INSTANCES * Capacity.CONNECTIONS) + " to "
                        + Format.number(INSTANCES * (Capacity.CONNECTIONS + Capacity.DIRECT_CONNECTIONS)));
        table.row(
                "lookups/s, 1 in a packet, even spread",
                cores -> Format.thousands(
                        Capacity.lookupsPerSecond(cores, cores, INSTANCES * Capacity.CONNECTIONS, 1, 1)));
        table.row(
                "lookups/s, 16 in a packet, even spread",
                cores -> Format.thousands(
                        Capacity.lookupsPerSecond(cores, cores, INSTANCES * Capacity.CONNECTIONS, 1, 16)));
        table.row(
                "cores for the guards, 50 tables",
                cores -> String.format(
                        Locale.ROOT,
                        "%.1f (%.0f %%)",
                        Capacity.guardCores(INSTANCES, TABLES),
                        100 * Capacity.guardCores(INSTANCES, TABLES) / cores));
        return table.toString();
    }

    /** How many instances each resource carries, with the default settings. */
    private static String bottlenecks() {
        Markdown table = new Markdown("resource, with its default", "16 cores", "64 cores", "256 cores");
        int sessions = Capacity.MAX_CONNECTIONS / (Capacity.POOL + 1);
        table.row("`max_connections` of 151, pools of 10", cores -> Format.number(sessions));
        table.row(
                "lookups, `handlersocket_threads` of 16, " + spreadName(false),
                cores -> Format.number(
                        Capacity.instances(cores, DEFAULT_THREADS, Constants.unevenness(16, false), 1_000)));
        table.row(
                "lookups, `handlersocket_threads` of 16, even spread",
                cores -> Format.number(Capacity.instances(cores, DEFAULT_THREADS, 1, 1_000)));
        for (boolean balance : new boolean[] {false, true}) {
            table.row(
                    "lookups, one thread for each core, " + spreadName(balance),
                    cores -> Format.number(
                            Capacity.instances(cores, cores, Constants.unevenness(cores, balance), 1_000)));
        }
        table.row(
                "lookups, one thread for each core, even spread",
                cores -> Format.number(Capacity.instances(cores, cores, 1, 1_000)));
        table.row(
                "network of 25 Gbit/s, 183 bytes for a lookup",
                cores -> Format.thousands(Capacity.NETWORK_BYTES / Capacity.BYTES_OF_A_LOOKUP / 1_000));
        table.row(
                "guards, 10 % of the cores, 50 tables",
                cores -> Format.number(Capacity.guardedInstances(cores, TABLES)));
        table.row(
                "guards, 10 % of the cores, 250 tables", cores -> Format.number(Capacity.guardedInstances(cores, 250)));
        int queued = Capacity.BACKLOG / Capacity.CONNECTIONS;
        table.row("accept queue of 4,096, all connect at once", cores -> Format.number(queued));
        return table.toString();
    }

    private static String worker() {
        Markdown table = new Markdown(
                "connections of the thread", "1 lookup in a packet", "4", "16", "lookups in a round, 1 in a packet");
        LookupCosts costs = Constants.LOOKUPS.besideBusyCores();
        for (int connections : new int[] {4, 16, 64, 256, 1024}) {
            List<OpenLoad.Result> results = List.of(1, 4, 16).stream()
                    .map(packet -> OpenLoad.capacity(
                            costs, new OpenLoad.Setting(1, connections, packet), Capacity.LIMIT_MICROS))
                    .toList();
            table.cells(
                    Format.number(connections),
                    Format.thousands(results.get(0).lookupsPerSecond()),
                    Format.thousands(results.get(1).lookupsPerSecond()),
                    Format.thousands(results.get(2).lookupsPerSecond()),
                    Format.number(results.get(0).lookupsPerRound()));
        }
        return table.toString();
    }

    private static String threads() {
        Markdown table = new Markdown(
                "`handlersocket_threads`, 1,000 instances × 4 connections", "16 cores", "64 cores", "256 cores");
        for (int threads : SIZES) {
            table.row(
                    String.valueOf(threads),
                    cores -> Format.thousands(
                            Capacity.lookupsPerSecond(cores, threads, INSTANCES * Capacity.CONNECTIONS, 1, 1)));
        }
        for (boolean balance : new boolean[] {false, true}) {
            table.row(
                    "one for each core, " + spreadName(balance),
                    cores -> Format.thousands(Capacity.lookupsPerSecond(
                            cores, cores, INSTANCES * Capacity.CONNECTIONS, Constants.unevenness(cores, balance), 1)));
        }
        table.row(
                "one for each core, 1 connection for each instance",
                cores -> Format.thousands(Capacity.lookupsPerSecond(cores, cores, INSTANCES, 1, 1)));
        table.row(
                "one for each core, 20 connections for each instance",
                cores -> Format.thousands(Capacity.lookupsPerSecond(cores, cores, 20 * INSTANCES, 1, 1)));
        return table.toString();
    }

    private static String spreadName(boolean balance) {
        return "spread as measured, `accept_balance=" + (balance ? 1 : 0) + "`";
    }

    private static String spread() {
        Markdown table = new Markdown(
                "`handlersocket_threads`",
                "average of a thread",
                "busiest thread",
                "threads without any",
                "busiest, `accept_balance=1`",
                "without any, `accept_balance=1`");
        for (int threads : SIZES) {
            table.cells(
                    String.valueOf(threads),
                    String.format(Locale.ROOT, "%.1f", 1e3 / threads),
                    Format.number(Constants.busiest(threads, false)),
                    Format.number(threads - Constants.used(threads, false)),
                    Format.number(Constants.busiest(threads, true)),
                    Format.number(threads - Constants.used(threads, true)));
        }
        return table.toString();
    }

    private static String constants() {
        Markdown table = new Markdown("constant", "value", "measured by");
        LookupCosts lookups = Constants.LOOKUPS;
        FleetCosts fleet = Constants.FLEET;
        String fitted = "fitted to the CPU times of `lookups.csv`";
        String connections = "`connections.csv`";
        table.cells("a round of a reader thread", Format.micros(lookups.fixedMicros()), fitted);
        table.cells("each connection in a round", Format.micros(lookups.connectionMicros()), fitted);
        table.cells("each lookup", Format.micros(lookups.lookupMicros()), fitted);
        table.cells("waking a thread that sleeps", Format.micros(lookups.wakeMicros()), fitted);
        table.cells("the caller, for each read", Format.micros(lookups.callerReadMicros()), fitted);
        table.cells("the caller, for each reply", Format.micros(lookups.callerLookupMicros()), fitted);
        table.cells("all of these, while other cores work", "× " + lookups.slowdown(), fitted);
        table.cells(
                "a check of the guard without tables, its SQL session included",
                Format.micros(fleet.sessionMicros()),
                connections);
        table.cells("each table in a check", Format.micros(fleet.tableMicros()), connections);
        table.cells(
                "a small SQL statement",
                Format.micros(fleet.statementMicros()),
                "`jdbc-prepared-1` of `--full`, 45 to 89 µs");
        table.cells(
                "the start of a client: 4 connections, 10 indexes", Format.micros(fleet.startMicros()), connections);
        table.cells("its SQL statements", String.valueOf(fleet.startStatements()), "counted in the sources");
        table.cells("a new connection", Format.micros(fleet.acceptMicros()), connections);
        table.cells("more for each reader thread", Format.micros(fleet.wokenMicros()), connections);
        table.cells("memory of an idle connection", Format.number(Constants.connectionBytes()) + " bytes", connections);
        table.cells(
                "memory of an open index of a connection",
                Format.number(Constants.indexBytes()) + " bytes",
                connections);
        table.cells(
                "memory of an open table of a reader thread",
                Format.number(Constants.tableBytes()) + " bytes",
                connections);
        return table.toString();
    }

    private static String validation() {
        List<Validation.Row> rows = Validation.rows();
        Markdown table = new Markdown(
                "`handlersocket_threads`",
                "connections × in flight",
                "spread over threads",
                "cores in use",
                "measured lookups/s",
                "simulated",
                "error");
        for (Validation.Row row : rows) {
            MeasuredLookups measured = row.measured();
            table.cells(
                    String.valueOf(measured.threads()),
                    measured.connections() + " × " + measured.inFlight(),
                    measured.spread().stream().map(String::valueOf).collect(Collectors.joining(" ")),
                    String.valueOf(measured.coresUsed()),
                    Format.number(measured.lookupsPerSecond()),
                    Format.number(row.simulated().lookupsPerSecond()),
                    String.format(Locale.ROOT, "%+.0f %%", 100 * row.error()));
        }
        return table
                + String.format(
                        Locale.ROOT,
                        "\nMedian of the errors without sign: %.0f %%.\n",
                        100 * Validation.medianError(rows));
    }
}
