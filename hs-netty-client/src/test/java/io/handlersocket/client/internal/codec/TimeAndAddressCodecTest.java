// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.catalog.CatalogFixture.END_OF_2038;
import static io.handlersocket.client.catalog.CatalogFixture.server;
import static io.handlersocket.client.internal.codec.Codecs.UTC;
import static io.handlersocket.client.internal.codec.Codecs.key;
import static io.handlersocket.client.internal.codec.Codecs.match;
import static io.handlersocket.client.internal.codec.Codecs.plain;
import static io.handlersocket.client.internal.codec.Codecs.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.client.internal.codec.ColumnCodec.KeyMatch;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TimeAndAddressCodecTest {

    private static final LocalDateTime MOMENT = LocalDateTime.of(2024, 2, 29, 10, 11, 12);

    private static ColumnCodec temporal(String type, int fractionDigits) {
        return plain(type, 0, fractionDigits, UTC);
    }

    @Test
    void encodesDates() {
        ColumnCodec codec = plain("date");

        assertThat(key(codec, LocalDate.of(99, 1, 2))).isEqualTo("0099-01-02");
        assertThat(key(codec, Date.valueOf("2024-02-29"))).isEqualTo("2024-02-29");
        assertThat(key(codec, LocalDateTime.of(2024, 2, 29, 0, 0))).isEqualTo("2024-02-29");
        assertThat(key(codec, LocalDateTime.of(2024, 2, 29, 0, 0, 0, 999))).isEqualTo("2024-02-29");
        assertThat(key(codec, MOMENT)).isNull();
        assertUndecidable(codec, LocalDate.of(10000, 1, 1));
        assertUndecidable(codec, LocalDate.of(0, 1, 1));
        assertUndecidable(codec, Date.valueOf("1582-10-04"));
        assertThatIllegalArgumentException().isThrownBy(() -> key(codec, "2024-02-29"));
    }

    @Test
    void encodesDateTimesWithTheColumnsDigits() {
        assertThat(key(temporal("datetime", 0), MOMENT)).isEqualTo("2024-02-29 10:11:12");
        assertThat(key(temporal("datetime", 3), MOMENT.withNano(120_000_000))).isEqualTo("2024-02-29 10:11:12.120");
        assertThat(key(temporal("datetime", 6), MOMENT.withNano(1_999))).isEqualTo("2024-02-29 10:11:12.000001");
        assertThat(key(temporal("datetime", 3), MOMENT.withNano(1_000))).isNull();
        assertThat(key(temporal("datetime", 0), MOMENT.withNano(999))).isEqualTo("2024-02-29 10:11:12");
        assertThat(key(temporal("datetime", 0), LocalDate.of(2024, 2, 29))).isEqualTo("2024-02-29 00:00:00");
        assertThat(key(temporal("datetime", 0), Timestamp.valueOf(MOMENT))).isEqualTo("2024-02-29 10:11:12");
        assertThat(key(
                        temporal("datetime", 3),
                        java.util.Date.from(Timestamp.valueOf(MOMENT).toInstant())))
                .isEqualTo("2024-02-29 10:11:12.000");
        assertThatIllegalArgumentException().isThrownBy(() -> key(temporal("datetime", 0), Instant.EPOCH));
        assertThatIllegalArgumentException().isThrownBy(() -> key(temporal("datetime", 0), Time.valueOf("10:11:12")));
    }

    @Test
    void readsDatesAndDateTimes() {
        ColumnCodec date = plain("date");
        ColumnCodec dateTime = temporal("datetime", 3);

        assertThat(read(date, "2024-02-29")).isEqualTo(LocalDate.of(2024, 2, 29));
        assertThat(read(date, "2024-02-29", Date.class)).isEqualTo(Date.valueOf("2024-02-29"));
        assertThat(read(date, "2024-02-29", LocalDateTime.class)).isEqualTo(LocalDateTime.of(2024, 2, 29, 0, 0));
        assertThat(read(dateTime, "2024-02-29 10:11:12.120")).isEqualTo(MOMENT.withNano(120_000_000));
        assertThat(read(dateTime, "2024-02-29 10:11:12.120", String.class)).isEqualTo("2024-02-29 10:11:12.120");
        assertThat(read(dateTime, "2024-02-29 10:11:12.000", Timestamp.class)).isEqualTo(Timestamp.valueOf(MOMENT));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(dateTime, "2024-02-29 10:11:12.120", LocalDate.class));
    }

    @Test
    void readsZeroDatesAsNullAndRefusesImpossibleDates() {
        assertThat(read(plain("date"), "0000-00-00")).isNull();
        assertThat(read(plain("date"), "0000-00-00", Date.class)).isNull();
        assertThat(read(plain("date"), "0000-00-00", String.class)).isEqualTo("0000-00-00");
        assertThat(read(temporal("datetime", 3), "0000-00-00 00:00:00.000")).isNull();
        assertThat(read(temporal("timestamp", 0), "0000-00-00 00:00:00", Instant.class))
                .isNull();
        for (String none : new String[] {"2024-00-00", "2024-00-10", "2024-02-31"}) {
            assertThatIllegalArgumentException().isThrownBy(() -> read(plain("date"), none));
        }
        for (String malformed : new String[] {"2024-2-29", "2024-02-29 10", "", "2024-02-29 25:00:00"}) {
            assertThatIllegalArgumentException().isThrownBy(() -> read(plain("date"), malformed));
            assertThatIllegalArgumentException().isThrownBy(() -> read(temporal("datetime", 0), malformed));
        }
    }

    @Test
    void keepsTimestampsInUtc() {
        ColumnCodec codec = temporal("timestamp", 6);

        assertThat(key(codec, Instant.parse("2024-02-29T10:11:12.5Z"))).isEqualTo("2024-02-29 10:11:12.500000");
        assertThat(key(codec, OffsetDateTime.parse("2024-02-29T12:11:12+02:00")))
                .isEqualTo("2024-02-29 10:11:12.000000");
        assertThat(key(codec, MOMENT)).isEqualTo("2024-02-29 10:11:12.000000");
        assertThat(key(codec, Instant.EPOCH)).isNull();
        assertThat(key(codec, Instant.parse("2038-01-19T03:14:08Z"))).isNull();
        assertUndecidable(codec, Instant.MAX);
        assertUndecidable(codec, Instant.MIN);
        assertThat(read(codec, "2024-02-29 10:11:12.000000")).isEqualTo(Instant.parse("2024-02-29T10:11:12Z"));
        assertThat(read(codec, "2024-02-29 10:11:12.000000", LocalDateTime.class))
                .isEqualTo(MOMENT);
        assertThat(read(codec, "2024-02-29 10:11:12.000000", Timestamp.class)).isEqualTo(Timestamp.valueOf(MOMENT));
    }

    @Test
    void encodesTimestampsUpToTheLastOfTheServer() {
        ColumnCodec codec = plain("timestamp", 0, 3, server(ZoneOffset.UTC, Instant.parse("2106-02-07T06:28:15Z")));

        assertThat(key(codec, Instant.parse("2038-01-19T03:14:08Z"))).isEqualTo("2038-01-19 03:14:08.000");
        assertThat(key(codec, Instant.parse("2106-02-07T06:28:15.999Z"))).isEqualTo("2106-02-07 06:28:15.999");
        assertThat(key(codec, Instant.parse("2106-02-07T06:28:16Z"))).isNull();
        assertThat(key(codec, MOMENT.withYear(9999))).isNull();
    }

    @Test
    void refusesTimestampsIfTheLastOfTheServerIsUnknown() {
        assertThat(plain("timestamp", 0, 0, server(ZoneOffset.UTC, null)).readRefusal())
                .hasValueSatisfying(why -> assertThat(why).contains("which TIMESTAMP is its last"));
    }

    @Test
    void refusesTimestampsWithoutOneOffset() {
        ColumnCodec codec = plain("timestamp", 0, 0, server(null, END_OF_2038));
        assertThat(codec.readRefusal())
                .hasValueSatisfying(why -> assertThat(why).contains("not the same fixed offset from UTC"));
        assertThat(codec.keyRefusal()).isPresent();
        assertThat(plain("timestamp", 0, 0, UTC).readRefusal()).isEmpty();
    }

    @Test
    void keepsTimestampsInTheOffsetOfTheServer() {
        ColumnCodec codec = plain("timestamp", 0, 0, server(ZoneOffset.ofHours(9), END_OF_2038));

        assertThat(key(codec, Instant.parse("2024-02-29T10:11:12Z"))).isEqualTo("2024-02-29 19:11:12");
        assertThat(key(codec, MOMENT)).isEqualTo("2024-02-29 10:11:12");
        assertThat(key(codec, Instant.parse("2038-01-19T03:14:07Z"))).isEqualTo("2038-01-19 12:14:07");
        assertThat(key(codec, Instant.parse("2038-01-19T03:14:08Z"))).isNull();
        assertThat(key(codec, Instant.ofEpochSecond(1))).isEqualTo("1970-01-01 09:00:01");
        assertThat(key(codec, Instant.EPOCH)).isNull();
        assertThat(read(codec, "2024-02-29 19:11:12")).isEqualTo(Instant.parse("2024-02-29T10:11:12Z"));
        assertThat(read(codec, "2024-02-29 19:11:12", OffsetDateTime.class))
                .isEqualTo(OffsetDateTime.parse("2024-02-29T10:11:12Z"));
        assertThat(read(codec, "2024-02-29 10:11:12", LocalDateTime.class)).isEqualTo(MOMENT);
    }

    @Test
    void readsAFloatOnlyAsText() {
        ColumnCodec codec = plain("float");

        assertThat(codec.readRefusal()).isEmpty();
        assertThat(codec.keyRefusal()).isPresent();
        assertThat(codec.storeRefusal()).isEqualTo(codec.keyRefusal());
        assertUndecidable(codec, 1);
        assertThatIllegalArgumentException().isThrownBy(() -> codec.encodeValue(1f));
        assertThat(read(codec, "16777200", String.class)).isEqualTo("16777200");
        for (Class<?> number : new Class<?>[] {Float.class, Double.class, Object.class, java.math.BigDecimal.class}) {
            assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "16777200", number));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "16777200"));
    }

    @Test
    void refusesTypesItDoesNotKnow() {
        for (String type : new String[] {"vector", ""}) {
            assertThat(plain(type).readRefusal()).isPresent();
            assertThat(plain(type).keyRefusal()).isPresent();
            assertUndecidable(plain(type), 1);
        }
        assertThat(plain("blob").keyRefusal()).isPresent();
        assertThat(plain("point").keyRefusal()).isPresent();
        assertThat(plain("point").readRefusal()).isEmpty();
    }

    @Test
    void encodesTimes() {
        assertThat(key(temporal("time", 0), LocalTime.of(1, 2, 3))).isEqualTo("01:02:03");
        assertThat(key(temporal("time", 2), Duration.ofHours(838).plusMillis(10)))
                .isEqualTo("838:00:00.01");
        assertThat(key(temporal("time", 2), LocalTime.of(1, 2, 3, 1_000_000))).isNull();
        assertUndecidable(temporal("time", 0), Duration.ofHours(839));
        assertThat(key(temporal("time", 0), Time.valueOf("10:11:12"))).isEqualTo("10:11:12");
        assertUndecidable(temporal("time", 0), Duration.ofSeconds(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> key(temporal("time", 0), 1));
    }

    @Test
    void readsTimes() {
        assertThat(read(temporal("time", 2), "-838:59:59.50"))
                .isEqualTo(Duration.ofHours(-838).minusMinutes(59).minusMillis(59_500));
        assertThat(read(temporal("time", 0), "23:59:59", LocalTime.class)).isEqualTo(LocalTime.of(23, 59, 59));
        assertThat(read(temporal("time", 0), "23:59:59", Time.class)).isEqualTo(Time.valueOf("23:59:59"));
        assertThatIllegalArgumentException().isThrownBy(() -> read(temporal("time", 0), "24:00:00", LocalTime.class));
        assertThatIllegalArgumentException().isThrownBy(() -> read(temporal("time", 0), "-00:00:01", LocalTime.class));
        assertThatIllegalArgumentException().isThrownBy(() -> read(temporal("time", 6), "1:2:3"));
    }

    @Test
    void leavesUnusualTextOfAUuidToSql() {
        ColumnCodec codec = plain("uuid");
        for (String text : java.util.List.of(
                "123e4567e-89b-12d3-a456-426655440000", // Java reads another UUID
                "1-1-1-1-1",
                "123e4567e89b12d3a456426655440000",
                "{123e4567-e89b-12d3-a456-426655440000}",
                " 123e4567-e89b-12d3-a456-42665544000",
                "+23e4567-e89b-12d3-a456-426655440000",
                "123e4567-e89b-12d3-a456-42665544000g",
                "１23e4567-e89b-12d3-a456-426655440000",
                "")) {
            assertUndecidable(codec, text);
        }
    }

    @Test
    void sendsUuidsAsBytesAndReadsThemAsText() {
        ColumnCodec codec = plain("uuid");
        UUID uuid = UUID.fromString("123e4567-e89b-12d3-a456-426655440000");
        byte[] key = codec.encodeKey(uuid);

        assertThat(key).hasSize(16).isEqualTo(codec.encodeKey(uuid.toString())).isEqualTo(codec.encodeKey(key));
        assertThat(codec.encodeKey(uuid.toString().toUpperCase(java.util.Locale.ROOT)))
                .isEqualTo(key);
        assertThat(codec.encodeKey(new byte[4])).isNull();
        assertUndecidable(codec, "123e4567e89b12d3a456426655440000");
        assertUndecidable(codec, "\ud83d\ude00".repeat(18));
        assertThat(read(codec, uuid.toString())).isEqualTo(uuid);
        assertThat(read(codec, uuid.toString(), byte[].class)).isEqualTo(key);
        assertThat(match(codec, new String(key, java.nio.charset.StandardCharsets.ISO_8859_1), uuid.toString()))
                .isEqualTo(KeyMatch.EQUAL);
        assertThat(match(codec, "0123456789abcdef", uuid.toString())).isEqualTo(KeyMatch.DIFFERENT);
    }

    @Test
    void sendsAddressesAsBytesAndReadsThemAsText() throws UnknownHostException {
        ColumnCodec four = plain("inet4");
        ColumnCodec six = plain("inet6");

        assertThat(four.encodeKey(InetAddress.getByName("192.0.2.1"))).containsExactly(192, 0, 2, 1);
        assertThat(four.encodeKey("192.0.2.1")).containsExactly(192, 0, 2, 1);
        for (String other : new String[] {"192.0.02.1", "192.0.2", "192.0.2.256", "192.0.2.1.", "a.b.c.d", ""}) {
            assertUndecidable(four, other);
        }
        assertThat(read(four, "192.0.2.1")).isInstanceOf(Inet4Address.class);
        assertThat(match(four, "\u00c0\0\u0002\u0001", "192.0.2.1")).isEqualTo(KeyMatch.EQUAL);
        assertThatIllegalArgumentException().isThrownBy(() -> six.encodeKey(InetAddress.getByName("192.0.2.1")));

        for (String text : new String[] {
            "::", "::1", "1::", "2001:db8::1:0", "1:2:3:4:5:6:7:8", "::ffff:192.0.2.1", "fe80::1:2.3.4.5"
        }) {
            byte[] bytes = six.encodeKey(text);
            assertThat(bytes).hasSize(16);
            assertThat(read(six, text)).isInstanceOf(Inet6Address.class);
            assertThat(read(six, text, byte[].class)).isEqualTo(bytes);
            assertThat(six.encodeKey(read(six, text))).isEqualTo(bytes);
        }
        for (String other : new String[] {
            "",
            ":",
            ":::",
            "1:2:3:4:5:6:7",
            "1:2:3:4:5:6:7:8:9",
            "1::2::3",
            "1:2:3:4:5:6:7:8::",
            "12345::",
            "::g",
            "1:",
            "::1%eth0",
            "1:2:3:4:5:6:7:1.2.3.4"
        }) {
            assertUndecidable(six, other);
        }
    }

    @Test
    void sendsBinaryValuesThatFitExactly() {
        ColumnCodec fixed = plain("binary", 4, 0, UTC);
        ColumnCodec variable = plain("varbinary", 4, 0, UTC);

        assertThat(key(fixed, new byte[] {1, 2, 3, 4})).isEqualTo("\u0001\u0002\u0003\u0004");
        assertThat(key(fixed, new byte[3])).isNull();
        assertThat(key(fixed, new byte[5])).isNull();
        assertThat(key(variable, new byte[0])).isEmpty();
        assertThat(key(variable, new byte[5])).isNull();
        assertThatIllegalArgumentException().isThrownBy(() -> key(fixed, "abcd"));
        assertThat(read(fixed, "abcd")).isEqualTo(new byte[] {'a', 'b', 'c', 'd'});
        assertThat(read(plain("binary", 16, 0, UTC), "\0".repeat(15) + "\1", UUID.class))
                .isEqualTo(new UUID(0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> read(fixed, "abcd", String.class));
    }

    private static void assertUndecidable(ColumnCodec codec, Object value) {
        assertThatExceptionOfType(UndecidableValueException.class).isThrownBy(() -> codec.encodeKey(value));
    }
}
