// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

/** The keys of this library in Hibernate's settings. {@code docs/options.md} of the module lists them in a table. */
public final class HandlerSocketSettings {

    /**
     * The client: a {@link io.handlersocket.client.HandlerSocketClient}, or a {@link java.util.function.Supplier} of
     * one. A supplier is called at the first load, and again while it returns null. Default: none, and every load uses
     * JDBC without a log line. The application closes the client.
     */
    public static final String CLIENT = "handlersocket.client";

    /**
     * Why every load uses JDBC although loads are planned: a text, which is the {@link JdbcReason} of each load. Default:
     * none, and loads go over HandlerSocket.
     */
    public static final String PLAN_ONLY = "handlersocket.plan-only";

    /**
     * Which entities may be loaded over HandlerSocket: {@code all} but those with {@link OverJdbc}; only the {@code
     * annotated} ones, which have {@link OverHandlerSocket}; or {@code none}, and every load uses JDBC. Default {@code
     * all}.
     */
    public static final String ENTITIES = "handlersocket.entities";

    /**
     * How long loads inside a transaction go over HandlerSocket: {@code default} (until the first write; at REPEATABLE
     * READ until the first SQL statement), {@code latest} (until the first write) or {@code snapshot} (never). With
     * {@code innodb_snapshot_isolation=ON}, {@code default} leaves a transaction at REPEATABLE READ on JDBC unless it
     * is read-only. Default {@code default}.
     */
    public static final String CONSISTENCY = "handlersocket.consistency";

    /**
     * Whether to trust connections of an unknown source. With {@code true}, the application promises three things.
     * Every connection reaches the same server, schema and account, whatever the thread, tenant or time. The source
     * hands out no connection inside a transaction. All connections have the same session settings. The library still
     * checks what the server says about each connection. Default {@code false}: loads over an unknown source use JDBC.
     */
    public static final String TRUST_CONNECTIONS = "handlersocket.trust-connections";

    /**
     * How many loads may use JDBC at once because HandlerSocket does not answer: a {@link FallbackLimit}. Default: no
     * limit.
     */
    public static final String FALLBACK = "handlersocket.fallback";

    /**
     * Where the {@link io.handlersocket.client.DrainLock} is taken while schema tools run: a {@link
     * javax.sql.DataSource} that does not wait for the session factory's own connections, or, for a Galera cluster, a
     * {@link java.util.function.Supplier} of the lock, which takes it on all nodes. Default: none, and the lock is not
     * taken.
     */
    public static final String DRAIN = "handlersocket.drain";

    /**
     * Which loads that HandlerSocket can answer it does answer: {@code adaptive} (those that it answers faster than
     * JDBC; measured for each statement) or {@code always} (all). Default {@code adaptive}.
     */
    public static final String ROUTING = "handlersocket.routing";

    /**
     * How many connections of the pool are free: an {@link java.util.function.IntSupplier} for use by several threads.
     * It is asked before a load outside a transaction uses JDBC by the choice of {@link #ROUTING}, so that the load need
     * not wait for a connection. Default: none, and no such load is measured.
     */
    public static final String IDLE_CONNECTIONS = "handlersocket.idle-connections";

    private HandlerSocketSettings() {}
}
