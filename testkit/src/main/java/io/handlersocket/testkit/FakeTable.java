// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The table of {@link FakeHandlerSocket}, and what the server would answer from it. */
final class FakeTable {
    private final ConcurrentSkipListMap<Integer, List<String>> rows = new ConcurrentSkipListMap<>();

    void put(int key, String... columns) {
        rows.put(key, List.of(columns));
    }

    /** {@code id op 1 key [limit [offset]]}; strings stand for bytes, as ISO-8859-1. */
    String answer(String[] tokens) {
        if (tokens.length < 4 || !tokens[2].equals("1") || !tokens[3].matches("-?[0-9]{1,9}")) {
            return "2\t1\tcmd\n";
        }
        int key = Integer.parseInt(tokens[3]);
        var found = switch (tokens[1]) {
            case "=" -> rows.subMap(key, true, key, true);
            case ">" -> rows.tailMap(key, false);
            case ">=" -> rows.tailMap(key, true);
            case "<" -> rows.headMap(key, false).descendingMap();
            case "<=" -> rows.headMap(key, true).descendingMap();
            default -> new TreeMap<Integer, List<String>>();
        };
        // The server takes limit 0 for 1.
        long limit = tokens.length > 4 ? Math.max(1, Long.parseLong(tokens[4])) : 1;
        long offset = tokens.length > 5 ? Long.parseLong(tokens[5]) : 0;
        int columns = 1 + rows.values().stream().mapToInt(List::size).max().orElse(0);
        StringBuilder line = new StringBuilder("0\t").append(columns);
        found.entrySet().stream().skip(offset).limit(limit).forEach(row -> {
            line.append('\t').append(row.getKey());
            row.getValue().forEach(value -> line.append('\t').append(escaped(value)));
        });
        return line.append('\n').toString();
    }

    private static String escaped(String value) {
        StringBuilder text = new StringBuilder();
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            int unsigned = b & 0xff;
            if (unsigned < 0x10) {
                text.append('\u0001').append((char) (unsigned + 0x40));
            } else {
                text.append((char) unsigned);
            }
        }
        return text.toString();
    }
}
