// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit.line;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Says whether a server line can be added to those the client is tested with: replays the recorded conversations, looks
 * whether the catalogue tells apart what must not be opened, and plays the DDL guard's script.
 *
 * <p>The server is found as that of tests is, by {@code -Dhandlersocket.test.server}; it must be one that may be thrown
 * away, and, if it is external, have a write port and the secrets {@code hs-read} and {@code hs-write}. Prints a report
 * in Markdown.
 */
public final class ServerLine {

    private ServerLine() {}

    /**
     * Runs all checks. The exit code is 0 if all is as expected, or differs only in ways that the client is known to be
     * safe from.
     *
     * @param arguments a file that gets the report too; may be absent
     * @throws Exception if the server cannot be had, or goes away
     */
    public static void main(String[] arguments) throws Exception {
        HandlerSocketMariaDB server = new HandlerSocketMariaDB().withWritePort().withSecrets("hs-read", "hs-write");
        server.start();
        boolean ok;
        try {
            ByteArrayOutputStream report = new ByteArrayOutputStream();
            ok = print(facts(server), run(server), new PrintStream(report, true, StandardCharsets.UTF_8));
            System.out.println(report.toString(StandardCharsets.UTF_8));
            if (arguments.length > 0) {
                Files.write(Path.of(arguments[0]), report.toByteArray());
            }
        } finally {
            server.stop();
        }
        System.exit(ok ? 0 : 1);
    }

    /**
     * Returns what a running server is: name and value of each fact, the version first.
     *
     * @throws SQLException if the server does not answer
     */
    public static Map<String, String> facts(HandlerSocketMariaDB server) throws SQLException {
        return ReportHead.of(server);
    }

    /**
     * Returns what was seen of a server, in order. Makes and leaves the schema {@code hsv} there.
     *
     * @param server running, with a write port and the secrets of the recorded conversations
     * @throws Exception if the server goes away
     */
    public static List<Verdict> run(HandlerSocketMariaDB server) throws Exception {
        server.execute("CREATE DATABASE IF NOT EXISTS hsv");
        List<Verdict> verdicts = new ArrayList<>(VectorCheck.run(server));
        verdicts.addAll(CatalogueCheck.run(server));
        verdicts.addAll(GuardCheck.run(server));
        return verdicts;
    }

    /**
     * Prints what was seen, in Markdown. Returns whether all was as expected, or differs only in ways that the client
     * is safe from.
     *
     * @param server name and value of each fact, the version first
     */
    public static boolean print(Map<String, String> server, List<Verdict> verdicts, PrintStream out) {
        long different = verdicts.stream().filter(verdict -> !verdict.ok()).count();
        long unsafe = verdicts.stream().filter(verdict -> !verdict.isSafe()).count();
        out.println("### MariaDB " + server.values().iterator().next());
        out.println();
        out.println("| server | |");
        out.println("|---|---|");
        server.forEach((name, value) -> out.println("| " + cell(name) + " | " + cell(value) + " |"));
        out.println();
        out.println("| check | verdict | detail | why the client is safe |");
        out.println("|---|---|---|---|");
        for (Verdict verdict : verdicts) {
            String word = verdict.ok() ? "ok" : verdict.isSafe() ? "different, known" : "DIFFERENT";
            out.println("| " + cell(verdict.what()) + " | " + word + " | " + cell(verdict.detail()) + " | "
                    + cell(verdict.safety()) + " |");
        }
        out.println();
        out.println(verdicts.size() + " checks, " + different + " different, of those " + unsafe + " not known");
        return unsafe == 0;
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
