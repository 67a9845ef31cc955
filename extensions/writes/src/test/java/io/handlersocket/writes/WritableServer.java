// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.concurrent.TimeUnit;

/**
 * One server with a write port for all tests of this JVM that write; the server of the other tests has no such port.
 */
public final class WritableServer {

    /** For writers without the pause of all writers, which could end what a test waits for. */
    public static final long NO_PAUSE_MILLIS = TimeUnit.DAYS.toMillis(365_000);

    private static final HandlerSocketMariaDB SERVER = new HandlerSocketMariaDB().withWritePort();

    private WritableServer() {}

    /** Started at the first call; it ends with the JVM. */
    public static HandlerSocketMariaDB shared() {
        SERVER.start();
        return SERVER;
    }
}
