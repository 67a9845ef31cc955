// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit.line;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.WireVectors;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Replays the recorded conversations: the same bytes must be answered by the same bytes. */
final class VectorCheck {

    private VectorCheck() {}

    /** One verdict for all that were answered alike, and one for each that was not. */
    static List<Verdict> run(HandlerSocketMariaDB server) throws IOException {
        List<Verdict> others = new ArrayList<>();
        int alike = 0;
        int left = 0;
        List<String> impossible = new ArrayList<>();
        for (WireVectors.Vector vector : WireVectors.read()) {
            if (vector.setup().toString().toLowerCase(Locale.ROOT).contains("rocksdb")) {
                left++;
                continue;
            }
            try {
                setUp(server, vector);
            } catch (SQLException e) {
                impossible.add(vector.name()); // a type, a collation or an option that the server does not know
                continue;
            }
            String difference;
            try {
                difference = difference(server, vector);
            } catch (IOException e) {
                difference = e.toString();
            }
            if (difference.isEmpty()) {
                alike++;
            } else {
                others.add(
                        new Verdict("vector " + vector.name(), false, difference, KnownDifferences.of(vector.name())));
            }
        }
        List<Verdict> all = new ArrayList<>();
        all.add(new Verdict(
                "recorded conversations are answered by the same bytes",
                others.isEmpty(),
                alike + " alike, " + others.size() + " not, " + left + " of MyRocks left out"
                        + (impossible.isEmpty() ? "" : ", not possible here: " + String.join(", ", impossible)),
                !others.isEmpty() && others.stream().allMatch(Verdict::isSafe)
                        ? "The client is safe from each difference listed below."
                        : ""));
        all.addAll(others);
        return all;
    }

    private static void setUp(HandlerSocketMariaDB server, WireVectors.Vector vector) throws SQLException {
        try (Connection connection = server.rootDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : vector.setup()) {
                statement.execute(sql);
            }
        }
    }

    /** What was answered otherwise; empty if nothing. */
    private static String difference(HandlerSocketMariaDB server, WireVectors.Vector vector) throws IOException {
        try (PlainClient client =
                new PlainClient(server.getHost(), vector.writePort() ? server.writePort() : server.readPort())) {
            if (vector.authenticate()) {
                client.ask("A", "1", vector.writePort() ? server.writeSecret() : server.readSecret());
            }
            for (int i = 0; i < vector.requests().size(); i++) {
                byte[] answer = client.ask(vector.requests().get(i));
                if (!Arrays.equals(answer, vector.responses().get(i))) {
                    return "request " + i + ": " + shown(answer) + " instead of "
                            + shown(vector.responses().get(i));
                }
            }
        }
        return "";
    }

    private static String shown(byte[] line) {
        String text = new String(line, ISO_8859_1).replaceAll("[^ -~]", ".");
        return text.length() > 60 ? text.substring(0, 60) + "…" : text;
    }
}
