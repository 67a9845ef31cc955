// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.ServerFacts;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which codec a column has. A type that is not named here is refused. */
final class CodecChoice {

    private static final String ONLY_A_PREFIX_IS_INDEXED = "long values are indexed by a prefix only";

    private CodecChoice() {}

    static ColumnCodec of(Column column, ServerFacts server) {
        if (column.isGeometry()) {
            return new BinaryCodec(column, "spatial values are not looked up by equality");
        }
        return switch (column.dataType()) {
            case "tinyint", "smallint", "mediumint", "int", "bigint" -> new IntegerCodec(column);
            case "decimal" -> new DecimalCodec(column);
            case "double" ->
                column.scale() < 0
                        ? new DoubleCodec(column)
                        : new RefusedCodec(column, "DOUBLE(m,d) is sent rounded, while the driver may read all of it");
            case "float" ->
                new RefusedCodec(
                        column, "FLOAT is sent with 6 significant digits, while the driver may read all of it");
            case "bit" -> new BitCodec(column);
            case "year" ->
                column.columnType().contains("2")
                        ? new RefusedCodec(column, "YEAR(2) is sent with two digits")
                        : new YearCodec(column);
            case "date" -> new DateCodec(column);
            case "datetime" -> new DateTimeCodec(column);
            case "timestamp" -> timestamp(column, server);
            case "time" -> new TimeCodec(column);
            case "binary", "varbinary" -> new BinaryCodec(column, null);
            case "tinyblob", "blob", "mediumblob", "longblob" -> new BinaryCodec(column, ONLY_A_PREFIX_IS_INDEXED);
            case "char", "varchar" -> text(column, charset -> new TextCodec(column, charset, unknownCollation(column)));
            case "tinytext", "text", "mediumtext", "longtext", "json" ->
                text(column, charset -> new TextCodec(column, charset, ONLY_A_PREFIX_IS_INDEXED));
            case "enum" -> labels(column, charset -> new EnumCodec(column, charset));
            case "set" -> labels(column, charset -> new SetCodec(column, charset));
            case "uuid" -> new UuidCodec(column);
            case "inet4" -> new Inet4Codec(column);
            case "inet6" -> new Inet6Codec(column);
            default -> new RefusedCodec(column, "values of type " + column.dataType() + " are not supported");
        };
    }

    /** Reading takes the character set only; keys are compared. */
    private static @Nullable String unknownCollation(Column column) {
        Collation collation = column.collation();
        return collation == null || collation.known()
                ? null
                : "the server did not answer how collation " + collation.name() + " compares text";
    }

    private static ColumnCodec labels(Column column, Function<ColumnCharset, ColumnCodec> codec) {
        String unknown = unknownCollation(column);
        return unknown == null ? text(column, codec) : new RefusedCodec(column, unknown);
    }

    private static ColumnCodec text(Column column, Function<ColumnCharset, ColumnCodec> codec) {
        String name = column.charset();
        Collation collation = column.collation();
        if (name == null || collation == null) {
            return new RefusedCodec(column, "the catalogue names no character set and collation");
        }
        Optional<ColumnCharset> charset = ColumnCharset.of(name);
        if (charset.isEmpty()) {
            return new RefusedCodec(column, "character set " + name + " is not proven equal to the server's");
        }
        return codec.apply(charset.get());
    }

    private static ColumnCodec timestamp(Column column, ServerFacts server) {
        if (!server.systemZoneIsUtc()) {
            return new RefusedCodec(
                    column, "TIMESTAMP is sent in the server's system zone, " + server.systemTimeZone() + ", not UTC");
        }
        Instant last = server.lastTimestamp();
        if (last == null) {
            return new RefusedCodec(column, "the server did not answer which TIMESTAMP is its last");
        }
        return switch (server.sessionTimeZone()) {
            case "SYSTEM", "UTC", "GMT", "Etc/UTC", "+00:00", "-00:00" -> new DateTimeCodec(column, last);
            default ->
                new RefusedCodec(
                        column,
                        "SQL reads TIMESTAMP in the zone " + server.sessionTimeZone() + ", HandlerSocket in UTC");
        };
    }
}
