// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.guard.Quarantine;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables because of which every connection must be closed: they could not be opened. Those that a session waits for
 * are quarantined. Control thread only.
 */
public final class BlockedTables {

    private static final Logger LOG = LoggerFactory.getLogger(BlockedTables.class);

    private final ClientOptions options;
    private final Quarantine quarantine;
    private final Set<TableName> waitedFor = new TreeSet<>();
    private final Set<TableName> unanswered = new TreeSet<>();

    BlockedTables(ClientOptions options, Quarantine quarantine) {
        this.options = options;
        this.quarantine = quarantine;
    }

    void add(TableName table) {
        quarantine(table);
        waitedFor.add(table);
    }

    /** Quarantines a table, unless it is quarantined already, and notifies the listener. */
    public void quarantine(TableName table) {
        if (quarantine.contains(table)) {
            return;
        }
        long seconds = quarantine.add(table, options.nanoTime().getAsLong());
        options.listener().quarantined(table);
        LOG.info(
                "{}: {} is not read for {} s: a session waits for a lock on it, it changed,"
                        + " or the account may not read it",
                options.name(),
                table,
                seconds);
    }

    /** Adds tables whose opening was not answered, so that what the connections have open is unknown. */
    void addUnanswered(Collection<TableName> tables) {
        unanswered.addAll(tables);
    }

    /** Forgets all, because every connection is closed. */
    void clear() {
        waitedFor.clear();
        unanswered.clear();
    }

    /**
     * Returns the tables that could not be opened since the last call, because a session waits for them: the caller
     * must close every connection. Without a guard, returns them only if an opening was not answered. If no session
     * waits for such an opening, fails with {@link UnavailableException}: the server, the network or this JVM stood
     * still, and the caller must close every connection too.
     */
    public List<TableName> take() {
        List<TableName> silent = List.copyOf(unanswered);
        List<TableName> tables = !silent.isEmpty() || options.guard() ? List.copyOf(waitedFor) : List.of();
        clear();
        if (tables.isEmpty() && !silent.isEmpty()) {
            throw new UnavailableException(
                    Reason.NOT_CONNECTED,
                    "the server did not answer the opening of " + silent + " in " + IndexOpener.OPEN_TIMEOUT.toMillis()
                            + " ms, and no session waits for a lock on them");
        }
        return tables;
    }
}
