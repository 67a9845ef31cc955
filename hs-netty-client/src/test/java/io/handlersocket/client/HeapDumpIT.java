// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a heap dump of live objects contains after lookups: no key and no value that the application no longer holds,
 * neither of short rows nor of a long one.
 * The server makes up the values, and this test asks for them again after the dump, so that it does not hold them.
 */
@Timeout(120)
class HeapDumpIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static final int ROWS = 8;

    /** The row that the test holds, so that the search must find it. */
    private static final int HELD = 1;

    @Test
    void showsNoKeyAndNoRowThatIsNoLongerUsed(@TempDir Path folder) throws Exception {
        DB.execute(
                "CREATE OR REPLACE TABLE test.dumped (number INT NOT NULL, id BIGINT PRIMARY KEY,"
                        + " slug VARCHAR(60) NOT NULL, value VARCHAR(100) NOT NULL, UNIQUE KEY slug (slug))",
                "INSERT INTO test.dumped SELECT seq, 1e15 + FLOOR(RAND() * 1e14), CONCAT('slug', SHA1(UUID())),"
                        + " CONCAT('value', SHA1(UUID()), SHA1(UUID())) FROM seq_1_to_" + ROWS,
                "CREATE OR REPLACE TABLE test.dumped_long (id INT PRIMARY KEY, value MEDIUMTEXT NOT NULL)",
                "INSERT INTO test.dumped_long VALUES (1, REPEAT(SHA1(UUID()), 50000))");
        Row held;
        // A long reply replaces the buffers, and would hide what short ones leave in them.
        try (HandlerSocketClient client = connect();
                HandlerSocketClient ofLongRow = connect()) {
            held = lookUp(client);
            lookUpLong(ofLongRow);
            assertThat(held.getString("value")).hasSizeGreaterThan(80);
            // An I/O thread forgets a reply just after it has completed the lookup.
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                Path file = dump(folder); // before the search, whose patterns would be in it
                assertThat(search(file, wanted()))
                        .containsExactlyInAnyOrder("key of row 1", "slug of row 1", "value of row 1");
            });
            assertThat(client.snapshot().connections()).isPositive();
            assertThat(ofLongRow.snapshot().connections()).isPositive();
        }
    }

    private static Path dump(Path folder) throws IOException {
        Path file = Files.createTempDirectory(folder, "dump").resolve("live.hprof");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(file.toString(), true);
        return file;
    }

    /** Returns the bytes that are searched for, by name. */
    private static Map<String, byte[]> wanted() throws SQLException {
        Map<String, byte[]> wanted = new LinkedHashMap<>();
        for (int number = 1; number <= ROWS; number++) {
            List<Object> row = row(number);
            wanted.put("key of row " + number, ascii(row.get(0)));
            wanted.put("slug of row " + number, ascii(row.get(1)));
            wanted.put("value of row " + number, ascii(row.get(2)));
            wanted.put(
                    "number of row " + number,
                    ByteBuffer.allocate(Long.BYTES).putLong((Long) row.get(0)).array());
        }
        wanted.put(
                "long value",
                ascii(query("SELECT LEFT(value, 40) FROM test.dumped_long", 1).get(0)));
        return wanted;
    }

    private static HandlerSocketClient connect() {
        return PatientClient.builder()
                .dataSource(DB.dataSource())
                .slowLookup(Duration.ZERO)
                .build();
    }

    private static byte[] ascii(Object value) {
        return value.toString().getBytes(ISO_8859_1);
    }

    private static List<Object> row(int number) throws SQLException {
        return query("SELECT id, slug, value FROM test.dumped WHERE number = " + number, 3);
    }

    /** Returns the values of the first row. */
    private static List<Object> query(String sql, int columns) throws SQLException {
        try (Connection connection = DB.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            List<Object> values = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
                values.add(row.getObject(i));
            }
            return values;
        }
    }

    /** Reads each row in every way, and keeps a reference to one of them. */
    private static Row lookUp(HandlerSocketClient client) throws Exception {
        Index byId = client.index(IndexSpec.primary("test", "dumped").select("id", "slug", "value"));
        Index bySlug = client.index(new IndexSpec(byId.spec().table(), "slug", List.of("id", "value")));
        List<Object> keys = new ArrayList<>();
        for (int number = 1; number <= ROWS; number++) {
            List<Object> row = row(number);
            keys.add(row.get(0));
            assertThat(byId.find(row.get(0))).isPresent();
            assertThat(byId.findAsync(row.get(0)).toCompletableFuture().get()).isPresent();
            assertThat(bySlug.find(row.get(1))).isPresent();
            assertThat(bySlug.findAsync(row.get(1)).toCompletableFuture().get()).isPresent();
            assertThatThrownBy(() -> byId.find(row.get(1))).isInstanceOf(IllegalArgumentException.class);
            Read read = new Read(bySlug, List.of(Key.of(row.get(1))), List.of(), 1);
            assertThat(client.readTogether(List.of(read))).hasSize(1);
        }
        assertThat(byId.findAll(keys)).hasSize(ROWS);
        Range all = Range.all(Comparison.GREATER, 0);
        assertThat(byId.range(all)).hasSize(ROWS);
        try (Stream<Row> rows = byId.stream(all.limit(3))) {
            assertThat(rows).hasSize(3);
        }
        try (Stream<Row> rows = byId.stream(all)) {
            assertThat(rows).hasSize(ROWS);
        }
        return byId.find(row(HELD).get(0)).orElseThrow();
    }

    private static void lookUpLong(HandlerSocketClient client) throws Exception {
        Index byId = client.index(IndexSpec.primary("test", "dumped_long").select("id", "value"));
        assertThat(byId.find(1)).isPresent();
        assertThat(byId.findAsync(1).toCompletableFuture().get()).isPresent();
    }

    /** Returns the names of the patterns that the file contains. */
    private static Set<String> search(Path file, Map<String, byte[]> patterns) throws IOException {
        Set<String> found = new LinkedHashSet<>();
        byte[] buffer = new byte[8 << 20];
        int kept = 0;
        try (InputStream in = Files.newInputStream(file)) {
            for (int n = in.readNBytes(buffer, kept, buffer.length - kept);
                    n > 0;
                    n = in.readNBytes(buffer, kept, buffer.length - kept)) {
                int length = kept + n;
                String text = new String(buffer, 0, length, ISO_8859_1);
                patterns.forEach((name, pattern) -> {
                    if (text.contains(new String(pattern, ISO_8859_1))) {
                        found.add(name);
                    }
                });
                kept = Math.min(200, length); // a pattern may begin at the end of this part
                System.arraycopy(buffer, length - kept, buffer, 0, kept);
            }
        }
        return found;
    }
}
