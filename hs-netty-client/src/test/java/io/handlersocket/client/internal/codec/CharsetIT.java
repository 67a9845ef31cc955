// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every character and every byte of the offered character sets, against the server's own conversion. */
class CharsetIT {

    private static final Set<String> DOUBLE_BYTE = Set.of("cp932", "euckr", "gbk", "gb2312");

    /** Those of the table. */
    private static final int[] POINTS = IntStream.concat(
                    IntStream.rangeClosed(0, 0xffff).filter(point -> point < 0xd800 || point > 0xdfff),
                    IntStream.iterate(0x10000, point -> point <= 0x10ffff, point -> point + 257))
            .toArray();

    private static RealServer server;

    @BeforeAll
    static void createCharacters() throws IOException, SQLException {
        server = new RealServer();
        server.create("codec_points", "cp INT PRIMARY KEY, h VARBINARY(4)");
        server.execute(
                "INSERT INTO codec_points SELECT seq, UNHEX(LPAD(HEX(seq), 8, '0')) FROM seq_0_to_65535"
                        + " WHERE seq NOT BETWEEN 0xd800 AND 0xdfff",
                "INSERT INTO codec_points SELECT seq, UNHEX(LPAD(HEX(seq), 8, '0'))"
                        + " FROM seq_65536_to_1114111_step_257");
        server.create("codec_bytes", "n INT PRIMARY KEY, h VARBINARY(2)");
        server.execute(
                "INSERT INTO codec_bytes SELECT seq, CHAR(seq) FROM seq_0_to_255",
                "INSERT INTO codec_bytes SELECT seq, UNHEX(HEX(seq)) FROM seq_33024_to_65535");
    }

    @AfterAll
    static void close() throws IOException, SQLException {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ascii",
                "latin1",
                "latin2",
                "latin5",
                "latin7",
                "greek",
                "hebrew",
                "cp1250",
                "cp1251",
                "cp1256",
                "cp1257",
                "cp850",
                "cp852",
                "cp866",
                "koi8r",
                "koi8u",
                "macce",
                "macroman",
                "cp932",
                "euckr",
                "gbk",
                "gb2312",
                "utf8mb3",
                "utf8mb4",
                "ucs2",
                "utf16",
                "utf16le",
                "utf32"
            })
    void encodesAndDecodesEveryCharacterAsTheServerDoes(String name) throws SQLException {
        ColumnCharset charset = ColumnCharset.of(name).orElseThrow();
        String utf32 = "CAST(h AS CHAR CHARACTER SET utf32)";
        List<String> differences = new ArrayList<>();
        try (Statement statement = server.text.createStatement()) {
            ResultSet row = statement.executeQuery("SELECT cp, CAST(CONVERT(" + utf32 + " USING " + name
                    + ") AS BINARY) AS theirs FROM codec_points HAVING cp = 63 OR theirs <> CONVERT('?' USING "
                    + name + ')');
            Map<Integer, byte[]> encodable = new HashMap<>();
            while (row.next()) {
                encodable.put(row.getInt(1), row.getBytes(2));
            }
            for (int point : POINTS) {
                byte[] ours = charset.encode(Character.toString(point));
                if (!Arrays.equals(ours, encodable.get(point))) {
                    differences.add(String.format("U+%04X", point));
                }
                if (ours != null && !Character.toString(point).equals(charset.decode(ours, 0, ours.length))) {
                    differences.add(String.format("U+%04X and back", point));
                }
            }
        }
        // Java reads this character but does not write it; such a key is left to SQL.
        assertThat(differences).isEqualTo(name.equals("cp932") ? List.of("U+6661") : List.of());
        assertThat(name.equals("cp932") && charset.encode("\u6661") != null).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ascii",
                "latin1",
                "latin2",
                "latin5",
                "latin7",
                "greek",
                "hebrew",
                "cp1250",
                "cp1251",
                "cp1256",
                "cp1257",
                "cp850",
                "cp852",
                "cp866",
                "koi8r",
                "koi8u",
                "macce",
                "macroman",
                "cp932",
                "euckr",
                "gbk",
                "gb2312"
            })
    void decodesEveryByteAsTheServerDoes(String name) throws SQLException {
        ColumnCharset charset = ColumnCharset.of(name).orElseThrow();
        List<String> differences = new ArrayList<>();
        try (Statement statement = server.text.createStatement()) {
            ResultSet row = statement.executeQuery("SELECT h, CAST(CONVERT(CAST(h AS CHAR CHARACTER SET " + name
                    + ") USING utf32) AS BINARY) FROM codec_bytes WHERE n < 256 OR "
                    + DOUBLE_BYTE.contains(name));
            while (row.next()) {
                byte[] bytes = row.getBytes(1);
                byte[] converted = row.getBytes(2);
                String ours = charset.decode(bytes, 0, bytes.length);
                String theirs = converted == null ? "?" : new String(converted, Charset.forName("UTF-32BE"));
                // What the server cannot convert is never decoded to anything else, but may be refused.
                boolean refused = ours == null && theirs.contains("?") && !Arrays.equals(bytes, new byte[] {'?'});
                if (!theirs.equals(ours) && !refused) {
                    differences.add(Arrays.toString(bytes) + ": " + theirs + " and not " + ours);
                }
            }
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void offersNoCharacterSetWithoutProof() throws SQLException {
        Set<String> refused = new TreeSet<>();
        try (Statement statement = server.text.createStatement()) {
            ResultSet row = statement.executeQuery("SELECT character_set_name FROM information_schema.character_sets");
            while (row.next()) {
                if (ColumnCharset.of(row.getString(1)).isEmpty()) {
                    refused.add(row.getString(1));
                }
            }
        }
        assertThat(refused)
                .containsExactly(
                        "armscii8",
                        "big5",
                        "binary",
                        "dec8",
                        "eucjpms",
                        "geostd8",
                        "hp8",
                        "keybcs2",
                        "sjis",
                        "swe7",
                        "tis620",
                        "ujis");
    }

    @Test
    void readsHalvesOfSurrogatePairsAsTheDriverDoes() throws IOException, SQLException {
        server.create("codec_ucs2", "id INT PRIMARY KEY, k VARCHAR(9) CHARACTER SET ucs2");
        server.execute("INSERT INTO codec_ucs2 VALUES (1, _ucs2 X'D83DDE000061D800')");
        server.open(1, "codec_ucs2", "PRIMARY", "k");
        byte[] field = server.lookups.find(1, new byte[] {'1'}).get(0);
        try (Statement statement = server.text.createStatement()) {
            ResultSet row = statement.executeQuery("SELECT k FROM codec_ucs2");
            row.next();
            assertThat(field).isNotNull();
            assertThat(server.codec("codec_ucs2", "k").decode(field, 0, field.length))
                    .isEqualTo(row.getString(1))
                    .isEqualTo(new String("\ufffd\ufffda\ufffd".getBytes(UTF_16BE), UTF_16BE));
        }
    }
}
