// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/**
 * Keys that a server would coerce, each with SQL's answer beside it: all that HandlerSocket is known to find where SQL
 * finds nothing, and what the driver binds in a way of its own.
 */
abstract class KeyTests {

    private static RealServer server;
    private final List<String> failures = new ArrayList<>();

    @BeforeAll
    static void connect() throws IOException, SQLException {
        server = new RealServer();
    }

    @AfterAll
    static void close() throws IOException, SQLException {
        server.close();
    }

    @AfterEach
    void noKeyFindsAnotherRowThanInSql() {
        assertThat(failures).isEmpty();
    }

    /** The last second of TIMESTAMP. */
    static Instant lastTimestamp() {
        return server.lastTimestamp();
    }

    final KeyTable table(String type) throws IOException, SQLException {
        return new KeyTable(server, failures, type);
    }
}
