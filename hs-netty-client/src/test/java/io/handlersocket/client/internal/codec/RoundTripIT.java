// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Random values of every type, stored by SQL and read both ways: what the codec makes of them is what the driver gives. */
class RoundTripIT {

    private static final int ROWS = 200;
    private static final String ASCII = "aAzZ09 ?_%'\"\\\t\n\u0001\u000f\u007f";

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

    /** A column's type in SQL, how a value is made, the expression that stores it, and what it is in Java. */
    private record Sample(String type, Supplier<Object> value, String parameter, Class<?> natural) {}

    private static Map<String, Sample> samples(RandomValues random) {
        Map<String, Sample> samples = new LinkedHashMap<>();
        int bits = 8;
        for (String type : List.of("TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT")) {
            int width = bits;
            Class<?> signed = bits == 64 ? Long.class : Integer.class;
            Class<?> unsigned = bits == 64 ? BigInteger.class : bits == 32 ? Long.class : Integer.class;
            add(samples, type, () -> random.integer(width, false), signed);
            add(samples, type + " UNSIGNED", () -> random.integer(width, true), unsigned);
            bits = bits == 32 ? 64 : bits + 8;
        }
        add(samples, "INT(12) UNSIGNED ZEROFILL", () -> random.below(1_000_000), Long.class);
        add(samples, "TINYINT(1)", () -> random.below(2), Integer.class);
        add(samples, "DECIMAL(10,2)", () -> random.decimal(10, 2), BigDecimal.class);
        add(samples, "DECIMAL(65,30)", () -> random.decimal(65, 30), BigDecimal.class);
        add(samples, "DECIMAL(20,0)", () -> random.decimal(20, 0), BigDecimal.class);
        add(
                samples,
                "DECIMAL(9,4) UNSIGNED ZEROFILL",
                () -> random.decimal(9, 4).abs(),
                BigDecimal.class);
        add(samples, "DOUBLE", random::number, Double.class);
        add(samples, "BIT(1)", () -> random.below(2), byte[].class);
        add(samples, "BIT(10)", () -> random.integer(10, true), byte[].class);
        add(samples, "BIT(64)", () -> random.integer(64, true), byte[].class);
        add(samples, "YEAR", () -> random.below(9) == 0 ? "0000" : "" + (1901 + random.below(255)), Year.class);
        add(samples, "DATE", random::date, LocalDate.class);
        for (int digits : new int[] {0, 1, 3, 6}) {
            add(
                    samples,
                    "DATETIME(" + digits + ')',
                    () -> random.dateTime(digits).toString(),
                    LocalDateTime.class);
            add(
                    samples,
                    "TIMESTAMP(" + digits + ") NULL",
                    () -> random.timestamp(digits).toString(),
                    Instant.class);
            add(samples, "TIME(" + digits + ')', () -> random.time(digits), Duration.class);
        }
        texts(samples, random);
        add(samples, "BINARY(5)", () -> random.exactly(5), byte[].class);
        add(samples, "VARBINARY(20)", () -> random.bytes(20), byte[].class);
        add(samples, "BLOB", () -> random.bytes(300), byte[].class);
        add(samples, "UUID", random::uuid, UUID.class);
        add(samples, "INET4", () -> random.below(256) + ".0." + random.below(9) + ".255", Inet4Address.class);
        add(samples, "INET6", () -> inet6(random), Inet6Address.class);
        samples.put(
                "POINT",
                new Sample(
                        "POINT",
                        () -> "POINT(" + random.below(99) + " 0.5)",
                        "ST_GeomFromText(?, 4326)",
                        byte[].class));
        samples.put(
                "GEOMETRY",
                new Sample(
                        "GEOMETRY",
                        () -> "LINESTRING(0 0," + random.below(99) + " 1)",
                        "ST_GeomFromText(?)",
                        byte[].class));
        return samples;
    }

    private static void texts(Map<String, Sample> samples, RandomValues random) {
        String west = ASCII + "\u00e9\u00df\u20ac\u0081";
        String all = ASCII + "\u00e9\u4e2d\u044f\ufeff\ufffd";
        add(samples, "VARCHAR(30) COLLATE latin1_swedish_ci", () -> random.text(30, west), String.class);
        add(samples, "CHAR(20) COLLATE latin1_bin", () -> random.text(20, west), String.class);
        add(samples, "VARCHAR(30) COLLATE utf8mb3_general_ci", () -> random.text(30, all), String.class);
        add(samples, "VARCHAR(30) COLLATE ucs2_bin", () -> random.text(30, all), String.class);
        add(
                samples,
                "VARCHAR(30) COLLATE cp932_bin",
                () -> random.text(30, ASCII + "\u4e9c\uff9f\ue000"),
                String.class);
        add(samples, "CHAR(9) COLLATE ascii_bin", () -> random.text(9, ASCII), String.class);
        for (String charset : List.of("utf8mb4", "utf16", "utf16le", "utf32")) {
            String type = "(20) COLLATE " + charset + "_bin";
            add(samples, "VARCHAR" + type, () -> random.text(20, all + "\ud83d\ude00\udbff\udfff"), String.class);
            add(samples, "CHAR" + type, () -> random.text(20, all + "\ud83d\ude00\udbff\udfff"), String.class);
        }
        add(samples, "TEXT", () -> random.text(500, all + "\ud83d\ude00"), String.class);
        add(samples, "VARCHAR(200) COMPRESSED", () -> random.text(200, all), String.class);
        add(samples, "JSON", () -> "{\"a\":" + random.below(99) + ",\"\u00e9\":\"\u4e2d\"}", String.class);
        List<String> labels = List.of("a", "b", "x y", "\u00e9", "it''s", "2");
        String list = "('" + String.join("','", labels) + "')";
        add(samples, "ENUM" + list, () -> labels.get(random.below(6)).replace("''", "'"), String.class);
        add(samples, "ENUM" + list + " COLLATE utf16_bin", () -> labels.get(random.below(4)), String.class);
        add(samples, "SET" + list, () -> String.join(",", random.some(labels)).replace("''", "'"), Set.class);
        add(
                samples,
                "SET('\u00e9','b') COLLATE latin1_bin",
                () -> String.join(",", random.some(List.of("\u00e9", "b"))),
                Set.class);
    }

    private static String inet6(RandomValues random) {
        return switch (random.below(4)) {
            case 0 -> "::ffff:1.2.3." + random.below(256);
            case 1 -> "::" + random.below(9);
            case 2 -> "2001:db8::" + random.below(9) + ":0:1";
            default -> String.format(Locale.ROOT, "%x:0:0:1:0:0:0:%x", 1 + random.below(65535), random.below(65536));
        };
    }

    private static void add(Map<String, Sample> samples, String type, Supplier<Object> value, Class<?> natural) {
        samples.put(type, new Sample(type, value, "?", natural));
    }

    @Test
    void everyTypeReadsAsTheDriverReadsIt() throws IOException, SQLException {
        Map<String, Sample> samples = samples(new RandomValues(RealServer.seed()));
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
            try (PreparedStatement select = server.connection(binary, type)
                            .prepareStatement("SELECT k FROM " + table + " ORDER BY id");
                    ResultSet row = select.executeQuery()) {
                for (byte[] field : fields) {
                    row.next();
                    Object ours;
                    try {
                        ours = codec.decode(Objects.requireNonNull(field), 0, field.length, type);
                    } catch (IllegalArgumentException e) {
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
                                + theirs + ", binary " + binary + ", bytes " + new String(field, UTF_8));
                    }
                }
            }
        }
        return converted;
    }

    /** Decimals are compared by value: their scale is the column's here, and the driver's choice there. */
    private static @Nullable Object decimal(@Nullable Object value) {
        return value instanceof BigDecimal number ? number.stripTrailingZeros() : value;
    }

    @Test
    void roundedTypesAreRefusedBecauseTheDriverHasTwoAnswers() throws SQLException {
        server.create("codec_rounded", "id INT PRIMARY KEY, k DOUBLE(15,3), f FLOAT");
        server.execute("INSERT INTO codec_rounded VALUES (1, -0.001, 16777217)");
        assertThat(server.codec("codec_rounded", "k").readRefusal()).isPresent();
        assertThat(server.codec("codec_rounded", "f").readRefusal()).isPresent();
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
