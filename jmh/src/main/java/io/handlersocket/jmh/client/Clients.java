// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.jmh.measure.Database;

/** How the client is set up: as it comes. */
final class Clients {

    private Clients() {}

    static HandlerSocketClientBuilder to(Database db) {
        return discovering(db).host(db.host()).port(db.readPort()).secret(db.readSecret());
    }

    /** To where the server says that the plugin listens. */
    static HandlerSocketClientBuilder discovering(Database db) {
        return HandlerSocketClient.builder()
                .dataSource(db.dataSource())
                .connections(Integer.getInteger("connections", 4));
    }

    /** The primary key with the three columns that are no key. */
    static IndexSpec users(Database db) {
        return IndexSpec.primary(db.schema(), "user").select("user_name", "user_email", "created");
    }
}
