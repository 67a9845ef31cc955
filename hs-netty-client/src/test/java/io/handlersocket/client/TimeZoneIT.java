// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TIMESTAMP on servers in several time zones. */
class TimeZoneIT {

    /** An hour that daylight saving time repeats, and the ends of the type. */
    private static final List<Instant> MOMENTS = List.of(
            Instant.parse("2024-11-03T05:30:00Z"),
            Instant.parse("2024-11-03T06:30:00Z"),
            Instant.ofEpochSecond(1),
            Instant.ofEpochSecond(Integer.MAX_VALUE));

    @ParameterizedTest
    @CsvSource({
        "UTC, SYSTEM, Z",
        "UTC, +00:00, Z",
        "UTC, +05:00,",
        "UTC-9, SYSTEM, +09:00", // its name is UTC
        "UTC-9, +00:00,",
        "Asia/Tokyo, +09:00, +09:00",
        "America/New_York, SYSTEM,"
    })
    void timestampsAreReadIfAllSidesHaveOneOffset(String system, String sessions, @Nullable String offset)
            throws SQLException {
        HandlerSocketMariaDB db = new HandlerSocketMariaDB().withTimeZone(system);
        if (!sessions.equals("SYSTEM")) {
            db = db.withServerArguments("--default-time-zone=" + sessions);
        }
        db.start();
        try (HandlerSocketClient client =
                PatientClient.unguarded().dataSource(db.dataSource()).build()) {
            List<String> rows = new ArrayList<>(List.of(
                    "CREATE TABLE zoned (id INT PRIMARY KEY, at TIMESTAMP, UNIQUE KEY (at))",
                    "SET time_zone = '+00:00'")); // of this session: FROM_UNIXTIME, too, prints in it
            for (int id = 0; id < MOMENTS.size(); id++) {
                rows.add("INSERT INTO zoned VALUES (" + id + ", FROM_UNIXTIME("
                        + MOMENTS.get(id).getEpochSecond() + "))");
            }
            db.execute(rows.toArray(String[]::new));
            Index byId = client.index(new IndexSpec(new TableName("test", "zoned"), "PRIMARY", List.of("id")));
            assertThat(byId.find(0)).isPresent();
            assertThat(client.server().orElseThrow().zoneOffset())
                    .isEqualTo(offset == null ? null : ZoneOffset.of(offset));
            IndexSpec byTime = new IndexSpec(new TableName("test", "zoned"), "at", List.of("id", "at"));
            if (offset == null) {
                assertThatThrownBy(() -> client.index(byTime).find(MOMENTS.get(0)))
                        .isInstanceOf(RefusedException.class)
                        .hasMessageContaining("not the same fixed offset from UTC");
                return;
            }
            Index index = client.index(byTime);
            List<String> texts = texts(db);
            for (int id = 0; id < MOMENTS.size(); id++) {
                Row row = index.find(MOMENTS.get(id)).orElseThrow();
                assertThat(row.intAt(0)).isEqualTo(id);
                assertThat(row.valueAt(1)).isEqualTo(MOMENTS.get(id));
                assertThat(row.stringAt(1)).isEqualTo(texts.get(id));
            }
        } finally {
            db.stop();
        }
    }

    private static List<String> texts(HandlerSocketMariaDB db) throws SQLException {
        try (Connection connection = db.dataSource().getConnection();
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery("SELECT CONCAT(at) FROM zoned ORDER BY id")) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }
}
