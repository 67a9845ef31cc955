// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit.line;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Says whether a server line can be added to those the client is tested with: replays the recorded conversations, looks whether
 * the catalogue tells apart what must not be opened, and plays the DDL guard's script.
 *
 * <p>The server is found as that of tests is, by {@code -Dhandlersocket.test.server}; it must be one that may be thrown away, and,
 * if it is external, have the secrets {@code hs-read} and {@code hs-write}. Prints a table; the exit code is 0 if all is as
 * expected.
 */
public final class ServerLine {

    private ServerLine() {}

    /**
     * Runs all checks.
     *
     * @param arguments none
     * @throws Exception if the server cannot be had, or goes away
     */
    public static void main(String[] arguments) throws Exception {
        HandlerSocketMariaDB server = new HandlerSocketMariaDB().withWritePort().withSecrets("hs-read", "hs-write");
        server.start();
        boolean ok;
        try {
            ok = print(version(server), run(server), System.out);
        } finally {
            server.stop();
        }
        System.exit(ok ? 0 : 1);
    }

    /**
     * Looks at a server; makes and leaves the schema {@code hsv} there.
     *
     * @param server running, with a write port and the secrets of the recorded conversations
     * @return what was seen, in order
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
     * Prints what was seen as a table.
     *
     * @param version of the server
     * @param verdicts to print
     * @param out where to
     * @return whether all was as expected
     */
    public static boolean print(String version, List<Verdict> verdicts, PrintStream out) {
        long failed = verdicts.stream().filter(verdict -> !verdict.ok()).count();
        out.println("MariaDB " + version);
        out.println();
        out.println("| check | verdict | detail |");
        out.println("|---|---|---|");
        for (Verdict verdict : verdicts) {
            out.println("| " + cell(verdict.what()) + " | " + (verdict.ok() ? "ok" : "DIFFERENT") + " | "
                    + cell(verdict.detail()) + " |");
        }
        out.println();
        out.println(verdicts.size() + " checks, " + failed + " different");
        return failed == 0;
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    private static String version(HandlerSocketMariaDB server) throws SQLException {
        try (Connection connection = server.rootDataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT VERSION()")) {
            row.next();
            return String.valueOf(row.getString(1));
        }
    }
}
