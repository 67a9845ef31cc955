// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

/**
 * The constants of the model. Those of lookups are fitted to the CPU times in {@code lookups.csv}; the others follow
 * from {@code connections.csv}. All were measured on a server with 2 cores.
 */
final class Constants {

    /** Between the rows with one busy core and those with two, CPU time for the same work rises by up to 1.6. */
    static final LookupCosts LOOKUPS = new LookupCosts(2, 4, 6.75, 2.4, 8.5, 0.15, 1.45);

    private static final int FEW_TABLES = 50;
    private static final int MANY_TABLES = 250;
    private static final int STARTS = 40;
    private static final int OTHER_INDEXES = 49;

    /** CPU time of the server for {@code jdbc-prepared-1}: the highest of whole runs, whose lowest is 45. */
    private static final double STATEMENT_MICROS = 89;

    /** Counted in the sources, for 10 indexes. */
    private static final int START_STATEMENTS = 45;

    static final FleetCosts FLEET = fleet();

    private Constants() {}

    private static FleetCosts fleet() {
        double few = 1e3 * MeasuredFile.connections("probe_of_50_tables_server_ms", 16);
        double many = 1e3 * MeasuredFile.connections("probe_of_250_tables_server_ms", 16);
        double table = (many - few) / (MANY_TABLES - FEW_TABLES);
        // While the clients start, the guards of those that have started ask: half of all, on average.
        double guards = STARTS / 2.0 * MeasuredFile.connections("client_start_seconds", 16) * few;
        double start = 1e3 * MeasuredFile.connections("client_start_with_guards_server_ms", 16) - guards;
        double accept16 = MeasuredFile.connections("connect_and_authenticate_server_us", 16);
        double accept256 = MeasuredFile.connections("connect_and_authenticate_server_us", 256);
        double woken = (accept256 - accept16) / (256 - 16);
        return new FleetCosts(
                few - FEW_TABLES * table,
                table,
                STATEMENT_MICROS,
                start,
                START_STATEMENTS,
                accept16 - 16 * woken,
                woken);
    }

    /** Returns the memory of an idle connection in the server's process, without that of the kernel. */
    static double connectionBytes() {
        return MeasuredFile.connections("idle_connection_bytes", 16);
    }

    /** Returns the memory of a table that a reader thread has open. */
    static double tableBytes() {
        // Two servers, two unknowns: what a table takes in a thread, and what an index takes in a connection.
        double connections = MeasuredFile.connections("connections", 256) / MeasuredFile.connections("connections", 16);
        double bytes = MeasuredFile.connections("open_index_bytes_on_all_connections", 256)
                - connections * MeasuredFile.connections("open_index_bytes_on_all_connections", 16);
        return bytes
                / (MeasuredFile.connections("open_tables_of_50", 256)
                        - connections * MeasuredFile.connections("open_tables_of_50", 16));
    }

    /** Returns the memory of an index that a connection has open. */
    static double indexBytes() {
        double rest = MeasuredFile.connections("open_index_bytes_on_all_connections", 16)
                - tableBytes() * MeasuredFile.connections("open_tables_of_50", 16);
        return rest / OTHER_INDEXES / MeasuredFile.connections("connections", 16);
    }

    /** Returns how many of 1,000 connections the busiest thread had, without or with handlersocket_accept_balance. */
    static double busiest(int threads, boolean balance) {
        return MeasuredFile.connections(balanced(balance) + "_busiest_worker_of_1000_connections", threads);
    }

    /** Returns how many threads had any of 1,000 connections. */
    static double used(int threads, boolean balance) {
        return MeasuredFile.connections(balanced(balance) + "_workers_of_1000_connections", threads);
    }

    private static String balanced(boolean balance) {
        return balance ? "balance_1" : "balance_0";
    }

    /** Returns how many times as many connections as the average the busiest of 16, 64 or 256 threads had. */
    static double unevenness(int threads, boolean balance) {
        return busiest(threads, balance) * threads / 1_000;
    }
}
