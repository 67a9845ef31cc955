// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Where connections come from.
 *
 * @param lazy whether a connection may reach its pool only when it is first used, so that it must not be unwrapped
 *     before
 * @param refusal why what is known of one connection says nothing of the next; null if they are all of one pool
 * @param trustable whether the application may say that they are all alike; not where some are made for another role
 */
public record ConnectionSource(boolean lazy, @Nullable String refusal, boolean trustable) {

    /** The pool of Hibernate's own that makes connections by a driver. */
    public static final ConnectionSource OF_DRIVER = new ConnectionSource(false, null, true);

    /** Judges a DataSource by what it is and wraps. */
    public static ConnectionSource of(@Nullable DataSource dataSource) {
        return KnownDataSources.judge(dataSource);
    }

    /** One that is not known. */
    public static ConnectionSource unknown(String type) {
        return new ConnectionSource(
                true,
                "the connections come from " + type
                        + ", which may choose another server, schema or account for each of them",
                true);
    }

    /** One that has other connections for read-only sessions or transactions. */
    public static ConnectionSource ofRoles(String refusal) {
        return new ConnectionSource(true, refusal, false);
    }

    /** The same, trusted because the application says so. */
    public ConnectionSource trusted() {
        return refusal == null || !trustable ? this : new ConnectionSource(true, null, true);
    }
}
