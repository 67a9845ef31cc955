// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh;

import io.handlersocket.jmh.client.ClientComparison;
import io.handlersocket.jmh.compare.Compare;
import io.handlersocket.jmh.compare.LayerProcess;
import io.handlersocket.jmh.page.PageComparison;
import io.handlersocket.jmh.replicas.ReplicaComparison;
import io.handlersocket.jmh.report.ReadmeTables;
import io.handlersocket.jmh.start.Starts;

/**
 * {@code compare} compares everything, {@code client} chosen arms of the client, {@code page} chosen arms of the page.
 * {@code tables} rewrites the tables of the READMEs. {@code starts} measures what the starter adds to the start of a
 * JVM, {@code replicas} reads from replicas beside those of the primary. All else is given to JMH.
 */
public final class Main {

    private Main() {}

    public static void main(String[] args) throws Exception {
        System.setProperty("java.awt.headless", "true");
        // This project may fetch its own server; see testkit/README.md.
        System.setProperty(
                "handlersocket.test.server",
                System.getProperty("handlersocket.test.server", "external,docker,local,download"));
        String command = args.length == 0 ? "" : args[0];
        if (command.equals("compare")) {
            exitAfter(() -> Compare.main(args));
        } else if (command.equals("layer")) {
            exitAfter(() -> LayerProcess.main(args));
        } else if (command.equals("client")) {
            exitAfter(() -> ClientComparison.main(args));
        } else if (command.equals("tables")) {
            exitAfter(() -> ReadmeTables.main(args));
        } else if (command.equals("page")) {
            exitAfter(() -> PageComparison.main(args));
        } else if (command.equals("starts")) {
            exitAfter(() -> Starts.main(args));
        } else if (command.equals("replicas")) {
            exitAfter(() -> ReplicaComparison.main(args));
        } else {
            org.openjdk.jmh.Main.main(args);
        }
    }

    private interface Command {
        void run() throws Exception;
    }

    /** Some of the rivals leave threads behind that would keep the JVM. */
    private static void exitAfter(Command command) {
        int status = 0;
        try {
            command.run();
        } catch (Exception | AssertionError e) {
            e.printStackTrace();
            status = 1;
        }
        System.exit(status);
    }
}
