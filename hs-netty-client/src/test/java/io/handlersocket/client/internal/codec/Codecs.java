// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.internal.codec.ColumnCodec.KeyMatch;
import io.handlersocket.client.internal.protocol.Ascii;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Codecs of columns made up for a test, and short ways to use them. */
final class Codecs {

    static final ServerFacts UTC = CatalogFixture.SERVER;

    private Codecs() {}

    static ColumnCodec integer(String type, boolean unsigned, boolean zerofill) {
        return ColumnCodec.of(
                column(type, type + (unsigned ? " unsigned" : ""), unsigned, zerofill, 0, 0, -1, 0, null, List.of()),
                UTC);
    }

    static ColumnCodec decimal(int precision, int scale, boolean unsigned, boolean zerofill) {
        return ColumnCodec.of(
                column("decimal", "decimal", unsigned, zerofill, 0, precision, scale, 0, null, List.of()), UTC);
    }

    static ColumnCodec bit(int bits) {
        return ColumnCodec.of(column("bit", "bit(" + bits + ')', false, false, 0, bits, -1, 0, null, List.of()), UTC);
    }

    static ColumnCodec text(String type, int length, String collation) {
        return labels(type, length, collation, List.of());
    }

    static ColumnCodec labels(String type, String collation, String... labels) {
        return labels(type, 0, collation, List.of(labels));
    }

    private static ColumnCodec labels(String type, int length, String collation, List<String> labels) {
        return ColumnCodec.of(
                column(type, type + '(' + length + ')', false, false, length, 0, -1, 0, collation, labels), UTC);
    }

    static ColumnCodec plain(String type) {
        return plain(type, 0, 0, UTC);
    }

    static ColumnCodec plain(String type, int length, int fractionDigits, ServerFacts server) {
        return ColumnCodec.of(column(type, type, false, false, length, 0, -1, fractionDigits, null, List.of()), server);
    }

    static Column column(
            String type,
            String columnType,
            boolean unsigned,
            boolean zerofill,
            int length,
            int precision,
            int scale,
            int fractionDigits,
            @Nullable String collation,
            List<String> labels) {
        String charset = collation == null ? null : collation.substring(0, collation.indexOf('_'));
        return new Column(
                "k",
                type,
                columnType,
                unsigned,
                zerofill,
                length,
                4L * length,
                precision,
                scale,
                fractionDigits,
                charset,
                collation == null ? null : CatalogFixture.collation(collation),
                true,
                false,
                labels);
    }

    /** The key as text, one character per byte, or null. */
    static @Nullable String key(ColumnCodec codec, @Nullable Object value) {
        byte[] key = codec.encodeKey(value);
        if (codec.isDecimalKey(value)) { // a lookup sends this text without a call of encodeKey
            assertThat(key).isEqualTo(Ascii.decimal(((Number) Objects.requireNonNull(value)).longValue()));
        }
        return key == null ? null : new String(key, ISO_8859_1);
    }

    /** What a codec decides about a key: the key as text in brackets, {@code no row}, or {@code SQL}. */
    static String decision(ColumnCodec codec, Object value) {
        try {
            String key = key(codec, value);
            return key == null ? "no row" : '[' + key + ']';
        } catch (UndecidableValueException e) {
            return "SQL";
        }
    }

    static @Nullable Object read(ColumnCodec codec, String field) {
        byte[] padded = ("<" + field + ">").getBytes(UTF_8);
        return codec.decode(padded, 1, padded.length - 1);
    }

    static <T> @Nullable T read(ColumnCodec codec, String field, Class<T> type) {
        byte[] padded = ("<" + field + ">").getBytes(UTF_8);
        return codec.decode(padded, 1, padded.length - 1, type);
    }

    static KeyMatch match(ColumnCodec codec, String asked, String returned) {
        byte[] padded = ("<" + returned + ">").getBytes(ISO_8859_1);
        return codec.match(asked.getBytes(ISO_8859_1), padded, 1, padded.length - 1);
    }
}
