// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import io.handlersocket.client.Index;
import java.time.Duration;

/** A handle as an extension uses it. Every handle of a {@link ServerClient} is one. */
public interface ServerIndex extends Index {

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
