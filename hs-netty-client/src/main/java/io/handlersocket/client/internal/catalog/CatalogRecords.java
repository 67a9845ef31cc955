// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.catalog;

import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.catalog.TextOrder;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The records behind the interfaces of {@code io.handlersocket.client.catalog}, as the server described them. */
public final class CatalogRecords {

    private CatalogRecords() {}

    public record DefaultCollation(
            String name,
            boolean known,
            boolean padded,
            boolean binary,
            boolean oneWeightEach,
            Optional<TextOrder> textOrder)
            implements Collation {

        public DefaultCollation(String name, boolean known, boolean padded, boolean binary, boolean oneWeightEach) {
            this(name, known, padded, binary, oneWeightEach, Optional.empty());
        }

        public Collation with(Optional<TextOrder> order) {
            return new DefaultCollation(name, known, padded, binary, oneWeightEach, order);
        }

        public static Collation unknown(String name) {
            return new DefaultCollation(name, false, false, false, false);
        }
    }

    public record DefaultColumn(
            String name,
            String dataType,
            String columnType,
            boolean unsigned,
            boolean zerofill,
            long length,
            long octetLength,
            int precision,
            int scale,
            int fractionDigits,
            @Nullable String charset,
            @Nullable Collation collation,
            boolean nullable,
            boolean generated,
            List<String> labels)
            implements Column {

        public DefaultColumn {
            labels = List.copyOf(labels);
        }
    }

    /**
     * Compares texts character by character.
     *
     * @param ranks the rank of each character among all weights, from {@link #FIRST} to {@link #LAST}; {@link #UNKNOWN}
     *     if it is not covered
     * @param pairs pairs of characters that weigh something else than one after the other
     * @param padded whether the shorter text is compared as if spaces followed
     * @param compared how many characters the server certainly compares
     */
    public record AsciiOrder(String ranks, Set<String> pairs, boolean padded, int compared) implements TextOrder {

        public static final char FIRST = ' ';
        public static final char LAST = '~';
        public static final char UNKNOWN = '\uffff';

        private static final int END = -1;

        public AsciiOrder {
            pairs = Set.copyOf(pairs);
        }

        @Override
        public boolean covers(String text) {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c < FIRST || c > LAST || ranks.charAt(c - FIRST) == UNKNOWN) {
                    return false;
                }
            }
            return pairs.isEmpty() || !hasPair(text);
        }

        private boolean hasPair(String text) {
            for (int i = 1; i < text.length(); i++) {
                if (pairs.contains(text.substring(i - 1, i + 1))) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public int compare(String left, String right) {
            int length = Math.max(left.length(), right.length());
            for (int i = 0; i < length; i++) {
                int order = Integer.compare(rank(left, i), rank(right, i));
                if (order != 0) {
                    if (i >= compared) {
                        throw new UndecidableValueException("texts that differ only after " + compared
                                + " characters, which max_sort_length may keep the server from comparing");
                    }
                    return order;
                }
            }
            return 0;
        }

        private int rank(String text, int i) {
            if (i < text.length()) {
                return ranks.charAt(text.charAt(i) - FIRST);
            }
            return padded ? ranks.charAt(0) : END;
        }
    }

    public record DefaultIndexDefinition(String name, boolean unique, String type, List<IndexPart> parts)
            implements IndexDefinition {

        public DefaultIndexDefinition {
            parts = List.copyOf(parts);
        }
    }

    public record DefaultIndexPart(String column, int prefixLength, boolean descending) implements IndexPart {}

    public record DefaultServerFacts(
            String version,
            String identity,
            String schema,
            String account,
            String sqlAddress,
            String systemTimeZone,
            String sessionTimeZone,
            @Nullable ZoneOffset zoneOffset,
            @Nullable Instant lastTimestamp,
            boolean binaryLog,
            boolean readOnly,
            boolean galera,
            boolean plugin,
            String address,
            int readPort,
            int writePort)
            implements ServerFacts {}

    public record DefaultTable(
            TableName name,
            String kind,
            String engine,
            boolean partitioned,
            boolean mayHaveTriggers,
            List<Column> columns,
            List<IndexDefinition> indexes)
            implements Table {

        /** A table whose triggers are unknown. */
        public DefaultTable(
                TableName name,
                String kind,
                String engine,
                boolean partitioned,
                List<Column> columns,
                List<IndexDefinition> indexes) {
            this(name, kind, engine, partitioned, true, columns, indexes);
        }

        public DefaultTable {
            columns = List.copyOf(columns);
            indexes = List.copyOf(indexes);
        }
    }
}
