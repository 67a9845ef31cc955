// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.ServerFacts;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Chooses the codec of a column. A column of an unlisted type is refused. */
final class CodecChoice {

    private static final String PREFIX_INDEX = "an index holds only a prefix of a long value";

    private CodecChoice() {}

    static ColumnCodec of(Column column, ServerFacts server) {
        if (column.isGeometry()) {
            return new BinaryCodec(column, "HandlerSocket does not look up spatial values by equality");
        }
        return switch (column.dataType()) {
            case "tinyint", "smallint", "mediumint", "int", "bigint" -> new IntegerCodec(column);
            case "decimal" -> new DecimalCodec(column);
            case "double" -> column.scale() < 0 ? new DoubleCodec(column) : rounded(column);
            case "float" -> rounded(column);
            case "bit" -> new BitCodec(column);
            case "year" ->
                column.columnType().contains("2")
                        ? new RefusedCodec(column, "HandlerSocket returns two digits of a YEAR(2)")
                        : new YearCodec(column);
            case "date" -> new DateCodec(column);
            case "datetime" -> new DateTimeCodec(column);
            case "timestamp" -> timestamp(column, server);
            case "time" -> new TimeCodec(column);
            case "binary", "varbinary" -> new BinaryCodec(column, null);
            case "tinyblob", "blob", "mediumblob", "longblob" -> new BinaryCodec(column, PREFIX_INDEX);
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "json", "enum", "set" ->
                characters(column);
            case "uuid" -> new UuidCodec(column);
            case "inet4" -> new InetCodec(column, 4, "192.0.2.1");
            case "inet6" -> new InetCodec(column, 16, "2001:db8::1");
            default -> new RefusedCodec(column, "values of type " + column.dataType() + " are not supported");
        };
    }

    private static ColumnCodec characters(Column column) {
        String name = column.charset();
        Collation collation = column.collation();
        if (name == null || collation == null) {
            return new RefusedCodec(column, "the catalogue shows no character set and collation");
        }
        String type = column.dataType();
        String unknown = collation.known()
                ? null
                : "the server did not answer how collation " + collation.name() + " compares text";
        if (unknown != null && (type.equals("enum") || type.equals("set"))) {
            return new RefusedCodec(column, unknown);
        }
        Optional<ColumnCharset> charset = ColumnCharset.of(name);
        if (charset.isEmpty()) {
            return new RefusedCodec(column, "character set " + name + " is not proven to convert as on the server");
        }
        return switch (type) {
            case "enum" -> new EnumCodec(column, charset.get(), collation);
            case "set" -> new SetCodec(column, charset.get(), collation);
            // Only keys need the collation.
            case "char", "varchar" -> new TextCodec(column, charset.get(), collation, unknown);
            default -> new TextCodec(column, charset.get(), collation, PREFIX_INDEX);
        };
    }

    private static ColumnCodec timestamp(Column column, ServerFacts server) {
        ZoneOffset offset = server.zoneOffset();
        if (offset == null) {
            return new RefusedCodec(
                    column,
                    "HandlerSocket returns TIMESTAMP in the server's zone " + server.systemTimeZone()
                            + " and SQL in the session's zone " + server.sessionTimeZone()
                            + ", which are not the same fixed offset from UTC. Run the server in UTC (TZ=UTC)");
        }
        Instant last = server.lastTimestamp();
        return last == null
                ? new RefusedCodec(column, "the server did not answer which TIMESTAMP is its last")
                : new DateTimeCodec(column, last, offset);
    }

    /**
     * FLOAT, and FLOAT and DOUBLE with declared decimals, are read as text only: that of SQL's text protocol. The
     * binary protocol, which server-side prepared statements use, returns more digits. So only the reader knows the
     * number.
     */
    private static ColumnCodec rounded(Column column) {
        return new RefusedCodec(
                column,
                "HandlerSocket and SQL's text protocol round FLOAT and DOUBLE(m,d), the binary protocol does not, and"
                        + " SQL compares the unrounded number",
                true);
    }

    /** Refuses keys and values of a column that HandlerSocket does not read as SQL does, perhaps except as text. */
    private static final class RefusedCodec extends ColumnCodec {

        private final String reason;
        private final boolean asText;

        RefusedCodec(Column column, String reason) {
            this(column, reason, false);
        }

        RefusedCodec(Column column, String reason, boolean asText) {
            super(column, "no type", asText ? null : reason, reason);
            this.reason = reason;
            this.asText = asText;
        }

        @Override
        public Optional<String> storeRefusal() {
            return Optional.of(reason);
        }

        @Override
        byte @Nullable [] encode(Object value) {
            throw new IllegalArgumentException(this + ": " + reason);
        }

        @Override
        public Object decode(byte[] buffer, int from, int to) {
            throw new IllegalArgumentException(
                    this + (asText ? " is read only as String: " : " cannot be read: ") + reason);
        }

        @Override
        public String decodeString(byte[] buffer, int from, int to) {
            return asText ? super.decodeString(buffer, from, to) : (String) decode(buffer, from, to);
        }
    }
}
