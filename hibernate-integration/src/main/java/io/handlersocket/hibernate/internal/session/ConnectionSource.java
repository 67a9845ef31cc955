// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import org.jspecify.annotations.Nullable;

/**
 * The source of a session factory's connections.
 *
 * @param lazy whether a connection may be taken from the pool only at its first use; it must not be unwrapped before
 * @param refusal why facts about one connection prove nothing about the next; null if all come from one pool
 * @param trustable whether the application may declare all connections alike; false if some have another role
 * @param reader the source of the connections of read-only transactions; null if they come from this one
 */
public record ConnectionSource(
        boolean lazy,
        @Nullable String refusal,
        boolean trustable,
        @Nullable ConnectionSource reader) {

    /** Why a load needs JDBC if its connection comes from the DataSource for read-only transactions. */
    public static final String READ_ONLY = "SQL would use the read-only DataSource, which is no configured replica";

    /** Hibernate's own pool, which creates connections with a driver. */
    public static final ConnectionSource OF_DRIVER = new ConnectionSource(false, null, true, null);

    public static ConnectionSource unknown(String type) {
        return new ConnectionSource(
                true,
                "the connections come from " + type
                        + ", which may choose another server, schema or account for each of them",
                true,
                null);
    }

    /** Returns this source, trusted because the application declares all connections alike. */
    public ConnectionSource trusted() {
        return refusal == null || !trustable ? this : new ConnectionSource(true, null, true, reader);
    }
}
