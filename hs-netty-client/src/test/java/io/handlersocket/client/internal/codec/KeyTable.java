// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.client.internal.codec.ColumnCodec.KeyMatch;
import java.io.IOException;
import java.net.InetAddress;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Year;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One column with an index and some rows, and what lookups by it give: through the codec, and in SQL. */
final class KeyTable {

    /** What becomes of a key. */
    enum Outcome {
        /** It is sent, and finds what SQL finds. */
        SENT,
        /** It is not sent, and SQL finds nothing. */
        NO_ROW,
        /** It is left to SQL. */
        UNDECIDABLE,
        /** It is refused for its Java type. */
        WRONG_TYPE
    }

    private static int last;

    private final RealServer server;
    private final List<String> failures;
    private final String type;
    private final String table;
    private final int id;
    private final ColumnCodec codec;

    KeyTable(RealServer server, List<String> failures, String type) throws IOException, SQLException {
        this.server = server;
        this.failures = failures;
        this.type = type;
        id = ++last;
        table = "codec_key_" + id;
        server.create(table, "id INT AUTO_INCREMENT PRIMARY KEY, k " + type + ", KEY (k)");
        codec = server.codec(table, "k");
        server.open(id, table, "k", "id,k");
    }

    /** Adds rows, given as SQL expressions; those the column does not take are left out. */
    KeyTable rows(String... expressions) throws SQLException {
        server.execute("SET sql_mode = ''");
        for (String expression : expressions) {
            server.execute("INSERT IGNORE INTO " + table + " (k) VALUES (" + expression + ')');
        }
        server.execute("SET sql_mode = DEFAULT");
        return this;
    }

    /** Adds rows by parameter. */
    KeyTable stored(Collection<?> values) throws SQLException {
        try (PreparedStatement insert = server.prepared.prepareStatement("INSERT INTO " + table + " (k) VALUES (?)")) {
            for (Object value : values) {
                insert.setObject(1, value);
                insert.addBatch();
            }
            insert.executeBatch();
        }
        return this;
    }

    KeyTable sent(@Nullable Object... keys) throws IOException, SQLException {
        return expect(Outcome.SENT, keys);
    }

    KeyTable noRow(@Nullable Object... keys) throws IOException, SQLException {
        return expect(Outcome.NO_ROW, keys);
    }

    KeyTable undecidable(Object... keys) throws IOException, SQLException {
        return expect(Outcome.UNDECIDABLE, keys);
    }

    KeyTable wrongType(Object... keys) throws IOException, SQLException {
        return expect(Outcome.WRONG_TYPE, keys);
    }

    private KeyTable expect(Outcome expected, @Nullable Object... keys) throws IOException, SQLException {
        for (Object key : keys) {
            Outcome outcome = check(key);
            if (outcome != expected) {
                failures.add(describe(key) + ": " + outcome + " and not " + expected);
            }
        }
        return this;
    }

    /** Looks the key up both ways and notes where the answers differ. */
    Outcome check(@Nullable Object key) throws IOException, SQLException {
        byte[] bytes;
        try {
            bytes = codec.encodeKey(key);
        } catch (UndecidableValueException e) {
            return Outcome.UNDECIDABLE;
        } catch (IllegalArgumentException e) {
            return Outcome.WRONG_TYPE;
        }
        TreeSet<Integer> found = new TreeSet<>();
        if (bytes != null) {
            List<byte @Nullable []> fields = server.lookups.find(id, bytes);
            for (int i = 0; i < fields.size(); i += 2) {
                byte[] row = fields.get(i);
                byte[] returned = fields.get(i + 1);
                if (row == null || returned == null) {
                    throw new IllegalStateException("NULL in " + table);
                }
                found.add(Integer.parseInt(new String(row, ISO_8859_1)));
                KeyMatch match = codec.match(bytes, returned, 0, returned.length);
                if (match != KeyMatch.EQUAL && match != KeyMatch.COLLATION_EQUAL) {
                    failures.add(describe(key) + ": returned key is " + match);
                }
            }
        }
        String text = sql(false, key);
        String prepared = sql(true, key);
        // The two ways of the driver differ for few values, all errors in one of them; the default way counts.
        String expected = text.startsWith("error") ? prepared : text;
        if (!expected.equals(found.toString())) {
            failures.add(describe(key) + ": HandlerSocket " + (bytes == null ? "not asked" : found) + ", SQL " + text
                    + ", SQL prepared " + prepared);
        }
        return bytes == null ? Outcome.NO_ROW : Outcome.SENT;
    }

    private String sql(boolean binary, @Nullable Object key) throws SQLException {
        Object parameter = parameter(key);
        Class<?> parameterType = parameter == null ? Object.class : parameter.getClass();
        try (PreparedStatement select = server.connection(binary, parameterType)
                .prepareStatement("SELECT id FROM " + table + " WHERE k = ? ORDER BY id")) {
            select.setObject(1, parameter);
            List<Integer> ids = new ArrayList<>();
            ResultSet rows = select.executeQuery();
            while (rows.next()) {
                ids.add(rows.getInt(1));
            }
            return ids.toString();
        } catch (SQLException e) {
            return "error " + e.getMessage();
        }
    }

    /** What is bound in SQL for types that the driver does not bind. */
    private @Nullable Object parameter(@Nullable Object key) {
        if (key instanceof Year year) {
            return year.getValue();
        }
        if (key instanceof InetAddress address) {
            return address.getHostAddress();
        }
        if (key instanceof Collection<?> chosen) {
            List<String> labels = new ArrayList<>(codec.column().labels());
            labels.retainAll(chosen);
            return String.join(",", labels);
        }
        return key;
    }

    private String describe(@Nullable Object key) {
        String value = key instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(key);
        StringBuilder ascii = new StringBuilder();
        value.chars().forEach(c -> ascii.append(c > 31 && c < 127 ? "" + (char) c : String.format("\\u%04x", c)));
        return String.format(
                Locale.ROOT,
                "%s, %s '%s'",
                type,
                key == null ? "" : key.getClass().getSimpleName(),
                ascii);
    }
}
