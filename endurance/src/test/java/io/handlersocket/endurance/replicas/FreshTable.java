// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import io.handlersocket.testkit.ReplicatedMariaDB;
import java.util.Random;

/** The rows that writers change and readers read. */
final class FreshTable {

    static final String NAME = "fresh";
    static final int KEYS = 400;
    static final String SELECT = "SELECT version, nonce, @@server_id FROM fresh WHERE id = ?";
    static final String SELECT_ALL = "SELECT id, nonce FROM fresh";
    static final String UPDATE = "UPDATE fresh SET version = ?, nonce = ? WHERE id = ?";

    /** Above the nonces of the first versions. */
    static final long FIRST_FREE_NONCE = 1_000_000;

    private static final int HOT = 8;

    private FreshTable() {}

    static void create(ReplicatedMariaDB db) {
        db.primary()
                .execute(
                        "CREATE OR REPLACE TABLE fresh"
                                + " (id INT PRIMARY KEY, version INT NOT NULL, nonce BIGINT NOT NULL) ENGINE=InnoDB",
                        "INSERT INTO fresh SELECT seq, 0, seq + 1 FROM seq_0_to_" + (KEYS - 1));
    }

    static long firstNonce(int key) {
        return key + 1L;
    }

    /** Half of all accesses go to few keys, so that a read that is a little too old is seen. */
    static int anyKey(Random random) {
        return random.nextBoolean() ? random.nextInt(HOT) : random.nextInt(KEYS);
    }
}
