// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The status flags in the server's last answer on a connection, as the driver keeps them. With state tracking on, they
 * tell without a further statement whether a trigger has changed the session. An error has no flags, and of several
 * answers to one batch only the last can be seen.
 */
final class AnswerFlags {

    /** The SQL expression for whether state tracking is on, and reports that it is switched off. */
    static final String TRACKED = "@@session_track_state_change"
            + " AND FIND_IN_SET('session_track_state_change', @@session_track_system_variables) > 0";

    private static final Logger LOG = LoggerFactory.getLogger(AnswerFlags.class);

    // The server does not report that the tracker is switched off unless it also tracks that variable.
    private static final String START = "SET SESSION session_track_system_variables = CONCAT_WS(',',"
            + " NULLIF(@@session_track_system_variables, ''), 'session_track_state_change'),"
            + " session_track_state_change = ON";

    private static final int IN_TRANSACTION = 1;
    private static final int SESSION_CHANGED = 1 << 14;

    /** Takes a connection of the driver and returns the flags; null if the driver has other methods. */
    private static final @Nullable MethodHandle FLAGS = flags();

    private AnswerFlags() {}

    private static @Nullable MethodHandle flags() {
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> connection = Class.forName("org.mariadb.jdbc.Connection");
            Class<?> context = Class.forName("org.mariadb.jdbc.client.Context");
            return MethodHandles.filterReturnValue(
                            lookup.findVirtual(connection, "getContext", MethodType.methodType(context)),
                            lookup.findVirtual(context, "getServerStatus", MethodType.methodType(int.class)))
                    .asType(MethodType.methodType(int.class, Connection.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /**
     * Switches state tracking on for one session, and returns whether the flags show this. A proxy may drop them, and a
     * driver that resets its sessions would switch tracking off unobserved.
     */
    static boolean start(Connection physical) {
        try {
            if (FLAGS == null || resetsSessions(physical)) {
                return false;
            }
            try (Statement statement = physical.createStatement()) {
                statement.executeUpdate(START);
                boolean shown = hasChanged(physical);
                statement.executeUpdate("DO 0");
                return shown && !hasChanged(physical);
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A session cannot be tracked; its settings are read again after each write", e);
            return false;
        }
    }

    private static boolean resetsSessions(Connection physical) {
        Object configuration = Reflection.get(Reflection.get(physical, "getContext"), "getConf");
        return !Boolean.FALSE.equals(Reflection.get(configuration, "useResetConnection"));
    }

    /** Returns whether the last answer says that its statement has changed the session. */
    static boolean hasChanged(Connection physical) {
        return (of(physical) & SESSION_CHANGED) != 0;
    }

    /** Returns whether the last answer says that a transaction is open. */
    static boolean isInTransaction(Connection physical) {
        return (of(physical) & IN_TRANSACTION) != 0;
    }

    private static int of(Connection physical) {
        if (FLAGS == null) {
            throw new IllegalStateException("the driver does not show the server's flags");
        }
        try {
            return (int) FLAGS.invokeExact(physical);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the driver does not show the server's flags", e);
        }
    }
}
