// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import io.handlersocket.client.Endpoint;
import java.util.Optional;

/** The sample's own Galera cluster; absent if the database is another one. Thread-safe. */
public interface Cluster {

    /**
     * Says which node answers, for the page. Does not wait.
     *
     * @param handlerSocket where the client is connected; empty if it is not
     */
    String answering(Optional<Endpoint> handlerSocket);

    /**
     * Kills the node that the address leads to, and lets the address lead to the next one. The killed node starts again
     * in the background.
     *
     * @return what happened, for the page
     * @throws IllegalStateException if another node does not run; the message says which
     */
    String killNodeInUse();
}
