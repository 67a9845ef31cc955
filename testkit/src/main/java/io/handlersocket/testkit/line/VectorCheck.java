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
import org.jspecify.annotations.Nullable;

/** Replays the recorded conversations: the same bytes must be answered by the same bytes. */
final class VectorCheck {

    private VectorCheck() {}

    /** One verdict for all that were answered alike, and one for each that was not. */
    static List<Verdict> run(HandlerSocketMariaDB server) throws IOException {
        List<Verdict> others = new ArrayList<>();
        int alike = 0;
        int left = 0;
        List<String> impossible = new ArrayList<>();
        String plugin = server.pluginVersion();
        for (WireVectors.Vector vector : WireVectors.read()) {
            if (vector.setup().toString().toLowerCase(Locale.ROOT).contains("rocksdb")) {
                left++;
                continue;
            }
            if (!vector.isHarmlessTo(plugin)) {
                impossible.add(vector.name() + " (crashes plugin " + plugin + ')');
                continue;
            }
            try {
                setUp(server, vector);
            } catch (SQLException e) {
                impossible.add(vector.name()); // a type, a collation or an option that the server does not know
                continue;
            }
            Verdict difference;
            try {
                difference = difference(vector, answers(server, vector));
            } catch (IOException e) {
                difference = new Verdict("vector " + vector.name(), false, e.toString());
            }
            if (difference == null) {
                alike++;
            } else {
                others.add(difference);
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

    private static List<byte[]> answers(HandlerSocketMariaDB server, WireVectors.Vector vector) throws IOException {
        List<byte[]> answers = new ArrayList<>();
        try (PlainClient client =
                new PlainClient(server.getHost(), vector.writePort() ? server.writePort() : server.readPort())) {
            if (vector.authenticate()) {
                client.ask("A", "1", vector.writePort() ? server.writeSecret() : server.readSecret());
            }
            for (byte[] request : vector.requests()) {
                answers.add(client.ask(request));
            }
        }
        return answers;
    }

    /** The first answer that is not as recorded; null if all are. */
    private static @Nullable Verdict difference(WireVectors.Vector vector, List<byte[]> answers) {
        for (int i = 0; i < answers.size(); i++) {
            byte[] expected = vector.responses().get(i);
            if (!Arrays.equals(answers.get(i), expected)) {
                return new Verdict(
                        "vector " + vector.name(),
                        false,
                        "request " + i + ": " + shown(answers.get(i)) + " instead of " + shown(expected),
                        // Another answer than other servers gave is not known, whatever it is.
                        vector.isRecorded(answers) ? KnownDifferences.of(vector.name()) : "");
            }
        }
        return null;
    }

    private static String shown(byte[] line) {
        String text = new String(line, ISO_8859_1).replaceAll("[^ -~]", ".");
        return text.length() > 60 ? text.substring(0, 60) + "…" : text;
    }
}
