// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import io.handlersocket.client.Index;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import java.time.Duration;

/** A handle as an extension uses it. Every handle of a {@link ServerClient} is one. */
public interface ServerIndex extends Index {

    /**
     * Describes one opening of an index. With another definition, or at another server process, the opening is another
     * object: an extension compares openings by identity before a read and after its answer.
     */
    interface Opening {

        /** Returns the table as SQL described it when the index was opened. */
        Table table();

        /** Returns the facts about the server process that has the index open. */
        ServerFacts server();
    }

    /** Returns the newest opening of the index, which is also that of the answers so far. */
    Opening opening();

    /**
     * Returns a view of this handle whose packets the guard guards. If the reads of one group have views, all of them
     * have the same guard.
     */
    ServerIndex withGuard(PacketGuard guard);

    @Override
    ServerIndex withTimeout(Duration timeout);
}
