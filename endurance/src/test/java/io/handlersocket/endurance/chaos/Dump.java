// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.handlersocket.testkit.DistributionProgram;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A run of the real {@code mariadb-dump}. It stands still at its first row, because its output is not read until {@link
 * #end}, and keeps its locks or its transaction.
 */
final class Dump implements AutoCloseable {

    private static final String PROGRAM = "mariadb-dump";
    private static final int END_SECONDS = 10;

    private final Process process;
    private final BufferedReader output;
    private int rows = 1;

    private Dump(Process process) {
        this.process = process;
        this.output = process.inputReader(UTF_8);
    }

    /** Returns when it has its locks and dumps the items. */
    static Dump begin(Stage stage, String... options) throws IOException {
        DistributionProgram program = DistributionProgram.find(
                PROGRAM,
                "mariadb-client",
                List.of("mariadb-client-core", "mariadb-client-core-10.6", "libssl3", "libssl3t64"));
        HandlerSocketMariaDB server = stage.server();
        List<String> command = new ArrayList<>(List.of(
                program.path().toString(),
                "--no-defaults",
                "--protocol=TCP",
                "--host=" + server.getHost(),
                "--port=" + server.getMappedPort(3306),
                "--user=root",
                "--skip-extended-insert")); // one line for each row
        command.addAll(List.of(options));
        command.addAll(List.of(server.getDatabaseName(), "chaos_item", "chaos_draft"));
        Path errors = stage.folder().resolve("dump.log");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().putAll(program.environment());
        builder.environment().put("MYSQL_PWD", server.rootPassword());
        long start = System.nanoTime();
        Dump dump = new Dump(builder.start());
        try {
            dump.skipToItems(errors);
            stage.locks().waited(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
            return dump;
        } catch (IOException | RuntimeException e) {
            dump.close();
            throw e;
        }
    }

    private void skipToItems(Path errors) throws IOException {
        String line = output.readLine();
        while (line != null && !line.startsWith("INSERT INTO `chaos_item`")) {
            line = output.readLine();
        }
        if (line == null) {
            throw new IOException(PROGRAM + " dumped nothing, see " + errors);
        }
    }

    /** Reads all rows, and says how many. */
    String end() throws IOException, InterruptedException {
        String last = "";
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            rows += line.startsWith("INSERT INTO ") ? 1 : 0;
            last = line.isEmpty() ? last : line;
        }
        Stage.prove(process.waitFor(END_SECONDS, TimeUnit.SECONDS), PROGRAM + " does not end");
        Stage.prove(process.exitValue() == 0, PROGRAM + " ended with " + process.exitValue());
        Stage.prove(last.startsWith("-- Dump completed"), "the dump ends with " + last);
        Stage.prove(rows == Rows.ITEMS + Rows.DRAFTS, rows + " rows");
        return rows + " rows dumped by " + PROGRAM;
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        output.close();
    }
}
