// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns once for each start of a server whose write port opens with what every SQL account can read. Control thread only. */
public final class WritePortWarning {

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");

    private final String name;
    private @Nullable String warnedOf;

    public WritePortWarning(String name) {
        this.name = name;
    }

    public void check(Discovery.Found found) {
        String identity = found.facts().identity();
        if (!found.readersMayWrite() || identity.equals(warnedOf)) {
            return;
        }
        warnedOf = identity;
        LOG.warn(
                "{}: HandlerSocket's write port is open (handlersocket_port_wr={}), and its secret"
                        + " (handlersocket_plain_secret_wr) is empty or equal to handlersocket_plain_secret: every SQL account"
                        + " that can reach the port can write every table. Remove handlersocket_port_wr from my.cnf, or set"
                        + " a separate handlersocket_plain_secret_wr, and restart the server",
                name,
                found.facts().writePort());
    }
}
