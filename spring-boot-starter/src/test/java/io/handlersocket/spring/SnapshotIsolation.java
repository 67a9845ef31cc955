// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import io.handlersocket.testkit.HandlerSocketMariaDB;

/** What a server does by default, which differs from line to line. */
public final class SnapshotIsolation {

    private SnapshotIsolation() {}

    /**
     * Whether it refuses a write of what has changed since the snapshot, so that transactions that may write load over
     * JDBC.
     */
    public static boolean isOn(HandlerSocketMariaDB server) {
        return server.globalVariable("innodb_snapshot_isolation").equals("ON");
    }

    /** The property of a pool whose routes are those of a server that does not check writes. */
    public static String off(HandlerSocketMariaDB server) {
        return "spring.datasource.hikari.connection-init-sql="
                + (isOn(server) ? "SET SESSION innodb_snapshot_isolation = OFF" : "SELECT 1");
    }
}
