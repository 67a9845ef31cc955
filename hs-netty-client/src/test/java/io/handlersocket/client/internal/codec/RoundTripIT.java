// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.Seed;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Stores random values of every type over SQL: the codec decodes each as the driver does. */
class RoundTripIT {

    private static final int ROWS = Seed.size("codec.values", 50);

    /** The types a value may be asked for; the driver knows them all. */
    private static final List<Class<?>> CONVERSIONS = List.of(
            Integer.class,
            Long.class,
            Short.class,
            Byte.class,
            BigInteger.class,
            BigDecimal.class,
            Boolean.class,
            Double.class,
            Float.class,
            LocalDate.class,
            LocalDateTime.class,
            LocalTime.class,
            Duration.class,
            java.sql.Date.class,
            Timestamp.class,
            Instant.class,
            OffsetDateTime.class,
            UUID.class);

    private static RealServer server;

    @BeforeAll
    static void connect() throws IOException, SQLException {
        server = new RealServer();
    }

    @AfterAll
    static void close() throws IOException, SQLException {
        server.close();
    }

    @Test
    void everyTypeReadsAsTheDriverReadsIt() throws IOException, SQLException {
        Map<String, Sample> samples = Sample.all(new RandomValues(Seed.random(RoundTripIT.class)));
        Set<String> differences = new TreeSet<>();
        int converted = 0;
        int table = 0;
        for (Sample sample : samples.values()) {
            String name = "codec_trip_" + ++table;
            fill(name, sample);
            server.open(table, name, "PRIMARY", "k");
            ColumnCodec codec = server.codec(name, "k");
            List<byte @Nullable []> fields = server.lookups.find(table, ">=", new byte[] {'1'});
            assertThat(fields).as(sample.type()).hasSize(ROWS);
            for (boolean binary : new boolean[] {false, true}) {
                try (PreparedStatement select = server.connection(binary, sample.natural())
                                .prepareStatement("SELECT k, " + (isText(sample) ? "CAST(k AS CHAR)" : "NULL")
                                        + " FROM " + name + " ORDER BY id");
                        ResultSet row = select.executeQuery()) {
                    for (byte[] field : fields) {
                        row.next();
                        compare(sample, codec, Objects.requireNonNull(field), row, binary, differences);
                    }
                }
                converted += compareConversions(name, sample, codec, fields, binary, differences);
            }
        }
        assertThat(differences).isEmpty();
        assertThat(converted).isGreaterThan(ROWS * samples.size());
    }

    private static void fill(String table, Sample sample) throws SQLException {
        server.create(table, "id INT AUTO_INCREMENT PRIMARY KEY, k " + sample.type());
        // Stored by server-side parameters: their numbers are exact.
        try (PreparedStatement insert =
                server.prepared.prepareStatement("INSERT INTO " + table + " (k) VALUES (" + sample.parameter() + ')')) {
            for (int i = 0; i < ROWS; i++) {
                insert.setObject(1, sample.value().get());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static void compare(
            Sample sample, ColumnCodec codec, byte[] field, ResultSet row, boolean binary, Set<String> differences)
            throws SQLException {
        Object ours = codec.decode(field, 0, field.length);
        if (!sample.natural().isInstance(ours)) {
            differences.add(sample.type() + " is no " + sample.natural());
        }
        Object theirs = theirs(sample.natural(), row);
        if (!Objects.deepEquals(ours, theirs)) {
            differences.add(String.format(
                    Locale.ROOT,
                    "%s: %s, driver %s, binary %s, bytes %s",
                    sample.type(),
                    ours,
                    theirs,
                    binary,
                    Arrays.toString(field)));
        }
        if (isText(sample)) {
            String string = codec.decodeString(field, 0, field.length);
            if (!string.equals(row.getString(2))) {
                differences.add(sample.type() + " as text: " + string + ", SQL " + row.getString(2));
            }
        }
        if (sample.type().startsWith("BIT")) {
            assertThat(codec.decodeString(field, 0, field.length)).isEqualTo(row.getString(1));
        }
    }

    private static boolean isText(Sample sample) {
        return sample.natural() != byte[].class;
    }

    /** The value as the driver gives it, or gives the nearest it knows to. */
    private static @Nullable Object theirs(Class<?> natural, ResultSet row) throws SQLException {
        if (natural == Year.class) {
            return Year.of(row.getInt(1));
        }
        if (natural == Set.class) {
            String labels = row.getString(1);
            return labels.isEmpty() ? Set.of() : Set.of(labels.split(","));
        }
        try {
            if (natural == Inet4Address.class) {
                return InetAddress.getAllByName(row.getString(1))[0];
            }
            if (natural == Inet6Address.class) {
                byte[] address = InetAddress.getAllByName(row.getString(1))[0].getAddress();
                byte[] mapped = address;
                if (address.length == 4) {
                    mapped = Arrays.copyOf(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1}, 16);
                    System.arraycopy(address, 0, mapped, 12, 4);
                }
                return Inet6Address.getByAddress(null, mapped, -1);
            }
        } catch (java.net.UnknownHostException e) {
            throw new AssertionError(e);
        }
        return natural == byte[].class ? row.getBytes(1) : row.getObject(1, natural);
    }

    /** Compares all values as all types that both the codec and the driver convert to; gives their number. */
    private static int compareConversions(
            String table,
            Sample sample,
            ColumnCodec codec,
            List<byte @Nullable []> fields,
            boolean binary,
            Set<String> differences)
            throws SQLException {
        int converted = 0;
        for (Class<?> type : CONVERSIONS) {
            List<@Nullable Object> values = new ArrayList<>();
            for (byte[] field : fields) {
                values.add(converted(codec, Objects.requireNonNull(field), type));
            }
            if (values.stream().allMatch(Objects::isNull)) {
                continue;
            }
            try (PreparedStatement select = server.connection(binary, type)
                            .prepareStatement("SELECT k FROM " + table + " ORDER BY id");
                    ResultSet row = select.executeQuery()) {
                for (Object ours : values) {
                    row.next();
                    if (ours == null) {
                        continue;
                    }
                    Object theirs;
                    try {
                        theirs = row.getObject(1, type);
                    } catch (SQLException | DateTimeException | IllegalArgumentException e) {
                        continue;
                    }
                    converted++;
                    // From 2^63 on the driver gives a negative number.
                    boolean same = Objects.equals(decimal(ours), decimal(theirs))
                            || (sample.type().equals("BIT(64)")
                                    && ours instanceof BigInteger big
                                    && big.bitLength() == 64);
                    if (!same) {
                        differences.add(sample.type() + " as " + type.getSimpleName() + ": " + ours + ", driver "
                                + theirs + ", binary " + binary);
                    }
                }
            }
        }
        return converted;
    }

    private static @Nullable Object converted(ColumnCodec codec, byte[] field, Class<?> type) {
        try {
            return codec.decode(field, 0, field.length, type);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Decimals are compared by value: their scale is the column's here, and the driver's choice there. */
    private static @Nullable Object decimal(@Nullable Object value) {
        return value instanceof BigDecimal number ? number.stripTrailingZeros() : value;
    }

    @Test
    void roundedTypesAreReadOnlyAsTextBecauseTheDriverHasTwoAnswers() throws SQLException {
        server.create("codec_rounded", "id INT PRIMARY KEY, k DOUBLE(15,3), f FLOAT");
        server.execute("INSERT INTO codec_rounded VALUES (1, -0.001, 16777217)");
        assertThat(converted(server.codec("codec_rounded", "k"), new byte[] {'1'}, Double.class))
                .isNull();
        assertThat(converted(server.codec("codec_rounded", "f"), new byte[] {'1'}, Float.class))
                .isNull();
        List<Double> answers = new ArrayList<>();
        for (boolean binary : new boolean[] {false, true}) {
            try (PreparedStatement select =
                            server.connection(binary, Double.class).prepareStatement("SELECT k, f FROM codec_rounded");
                    ResultSet row = select.executeQuery()) {
                row.next();
                answers.add(row.getDouble(1));
                answers.add(row.getDouble(2));
            }
        }
        assertThat(answers).doesNotHaveDuplicates();
    }

    /** Servers before 11.8 store 0 for it. */
    @Test
    void negativeZeroReadsAsTheDriverReadsIt() throws IOException, SQLException {
        server.create("codec_zero", "id INT PRIMARY KEY, k DOUBLE, KEY (k)");
        server.execute("INSERT INTO codec_zero VALUES (1, -0e0), (2, 0), (3, 1)");
        server.open(300, "codec_zero", "k", "id,k");
        ColumnCodec codec = server.codec("codec_zero", "k");
        for (double zero : new double[] {0.0, -0.0}) {
            List<byte @Nullable []> fields = server.lookups.find(300, Objects.requireNonNull(codec.encodeKey(zero)));
            assertThat(fields).hasSize(4);
            for (boolean binary : new boolean[] {false, true}) {
                try (PreparedStatement select = server.connection(binary, Double.class)
                        .prepareStatement("SELECT id, k, CAST(k AS CHAR) FROM codec_zero WHERE k = ? ORDER BY id")) {
                    select.setDouble(1, zero);
                    ResultSet row = select.executeQuery();
                    for (int i = 0; i < 4; i += 2) {
                        byte[] id = Objects.requireNonNull(fields.get(i));
                        byte[] field = Objects.requireNonNull(fields.get(i + 1));
                        assertThat(row.next()).isTrue();
                        assertThat(new String(id, US_ASCII)).isEqualTo(row.getString(1));
                        // Of the two zeros, only Double.equals tells one from the other.
                        assertThat(codec.decode(field, 0, field.length)).isEqualTo(row.getDouble(2));
                        assertThat(codec.decode(field, 0, field.length, Float.class))
                                .isEqualTo(row.getFloat(2));
                        assertThat(codec.decodeLong(field, 0, field.length)).isEqualTo(row.getLong(2));
                        assertThat(codec.decodeString(field, 0, field.length)).isEqualTo(row.getString(3));
                    }
                    assertThat(row.next()).isFalse();
                }
            }
        }
    }

    @Test
    void zeroDatesReadAsTheDriverReadsThem() throws IOException, SQLException {
        List<String> types = new ArrayList<>(List.of("DATE", "DATETIME", "DATETIME(6)", "TIMESTAMP NULL"));
        for (int i = 0; i < types.size(); i++) {
            String table = "codec_zero_" + i;
            server.create(table, "id INT PRIMARY KEY, k " + types.get(i));
            server.execute("SET sql_mode = ''", "INSERT INTO " + table + " VALUES (1, 0)", "SET sql_mode = DEFAULT");
            server.open(200 + i, table, "PRIMARY", "k");
            byte[] zero = Objects.requireNonNull(
                    server.lookups.find(200 + i, new byte[] {'1'}).get(0));
            ColumnCodec codec = server.codec(table, "k");
            assertThat(codec.decode(zero, 0, zero.length)).isNull();
            for (Class<?> type : List.of(LocalDate.class, LocalDateTime.class, java.sql.Date.class, Timestamp.class)) {
                for (boolean binary : new boolean[] {false, true}) {
                    try (PreparedStatement select =
                                    server.connection(binary, type).prepareStatement("SELECT k FROM " + table);
                            ResultSet row = select.executeQuery()) {
                        row.next();
                        assertThat(row.getObject(1, type)).isNull();
                        assertThat(codec.decode(zero, 0, zero.length, String.class))
                                .startsWith("0000-00-00");
                        assertThat(row.getString(1)).startsWith("0000-00-00");
                    }
                }
            }
        }
    }
}
