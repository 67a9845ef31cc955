// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import io.handlersocket.testkit.HandlerSocketMariaDB;

/**
 * One server with a write port for all tests of this JVM that write; the server of the other tests has no such port.
 */
public final class WritableServer {

    private static final HandlerSocketMariaDB SERVER = new HandlerSocketMariaDB().withWritePort();

    private WritableServer() {}

    /** Started at the first call; it ends with the JVM. */
    public static HandlerSocketMariaDB shared() {
        SERVER.start();
        return SERVER;
    }
}
