// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

/** Names of the settings that Hibernate hands to this integration. */
public final class HandlerSocketSettings {

    /**
     * The client to read with: a {@link io.handlersocket.client.HandlerSocketClient}, or a {@link
     * java.util.function.Supplier} of one, asked at the first load and again as long as it gives null. If absent, every
     * load stays on JDBC, without a log line. The application closes the client.
     */
    public static final String CLIENT = "handlersocket.client";

    /** {@code false} leaves every load on JDBC. Default {@code true}. */
    public static final String ENABLED = "handlersocket.hibernate.enabled";

    /**
     * How loads inside a transaction are answered: {@code default} (until the first write; at REPEATABLE READ until the
     * first SQL statement), {@code latest} (until the first write), {@code snapshot} (never). With {@code
     * innodb_snapshot_isolation=ON}, {@code default} leaves transactions at REPEATABLE READ to JDBC unless they are
     * read-only.
     */
    public static final String CONSISTENCY = "handlersocket.consistency";

    /**
     * {@code true} trusts connections of a source that is not known to give all sessions connections of one pool,
     * unchanged. The application promises: every connection leads to the same server, schema and account, whatever the
     * thread, tenant or moment; none is handed out inside a transaction, and none with other session settings than the
     * rest. What the server says of each connection is checked all the same. Default {@code false}: loads with such a
     * source stay on JDBC.
     */
    public static final String TRUST_CONNECTIONS = "handlersocket.hibernate.trust-connections";

    /**
     * How many loads at once may ask JDBC because HandlerSocket does not answer: a {@link FallbackLimit}. If absent,
     * there is no limit.
     */
    public static final String FALLBACK = "handlersocket.fallback";

    /**
     * Where {@link io.handlersocket.client.DrainLock} is taken while schema tools run: a {@link javax.sql.DataSource}
     * that does not wait for the session factory's own connections. If absent, the lock is not taken.
     */
    public static final String DRAIN = "handlersocket.drain";

    private HandlerSocketSettings() {}
}
