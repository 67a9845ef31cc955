// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.internal.control.sql.Collations.CollationName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is asked about the order of text; {@link CollationsIT} compares the answers with SQL. */
class TextOrderIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    private static Connection connection;
    private static SqlSession session;

    @BeforeAll
    static void connect() throws SQLException {
        connection = DB.rootDataSource().getConnection();
        session = SqlSession.open(DB.dataSource(), 30_000);
    }

    @AfterAll
    static void close() throws SQLException {
        session.close();
        connection.close();
    }

    @Test
    void theUsualCollationsAreSorted() throws SQLException {
        for (String name :
                List.of("utf8mb4_general_ci", "utf8mb4_unicode_ci", "utf8mb4_bin", "utf8mb4_uca1400_ai_ci")) {
            CollationName asked = new CollationName("utf8mb4", name);
            assertThat(AsciiWeights.ask(session, asked)).as(name).isPresent();
        }
        assertThat(AsciiWeights.ask(session, new CollationName("latin1", "latin1_swedish_ci")))
                .isPresent();
        assertThat(AsciiWeights.ask(session, new CollationName("utf8mb4", "utf8mb4_uca1400_as_cs")))
                .isEmpty();
    }

    @Test
    void aSessionCannotSortByLessThanSixtyFourBytes() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET max_sort_length = 1");
            try (ResultSet row = statement.executeQuery("SELECT @@max_sort_length")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getInt(1)).isEqualTo(64);
            } finally {
                statement.execute("SET max_sort_length = DEFAULT");
            }
        }
    }
}
