// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another JVM with a server in it. */
final class ChildJvm {
    private static final String READY = "server: ";

    private final Process process;
    private final BufferedReader output;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static ChildJvm start(String... jvmArgumentsThenEngines) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-XX:TieredStopAtLevel=1"));
        List<String> engines = new ArrayList<>();
        for (String argument : jvmArgumentsThenEngines) {
            (argument.startsWith("-") ? command : engines).add(argument);
        }
        command.add("-D" + ServerStrategy.PROPERTY + "=" + System.getProperty(ServerStrategy.PROPERTY, ""));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ChildJvm.class.getName()));
        command.addAll(engines);
        return new ChildJvm(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    Process process() {
        return process;
    }

    /** Process id and folder of the server, then the answer of a lookup; waits for them. */
    List<String> server() throws IOException {
        StringBuilder before = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(READY)) {
                return List.of(line.substring(READY.length()).split("\\|", -1));
            }
            before.append(line).append('\n');
        }
        throw new IOException("the child ended: " + before);
    }

    /** Ends in order when its input does. */
    public static void main(String[] engines) throws IOException {
        HandlerSocketMariaDB server = new HandlerSocketMariaDB().withProcessControl();
        List.of(engines).forEach(server::withEngine);
        server.start();
        server.execute(
                "CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20)) ENGINE="
                        + (engines.length == 0 ? "InnoDB" : engines[0]),
                "INSERT INTO item VALUES (1, 'one')");
        Path data = Path.of(new Sql(server.getJdbcUrl(), "test", "test").value("SELECT @@datadir"));
        System.out.println(READY + server.pid() + "|" + data.getParent() + "|" + HandlerSocketMariaDBIT.find(server));
        while (System.in.read() >= 0) {}
    }
}
