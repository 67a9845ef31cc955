// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.nio.file.Path;
import java.util.Random;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The load of one JVM: threads that read and one that writes, until the JVM ends. Each item has one writer in all JVMs.
 *
 * @param journals folder of the journals for the history checker
 * @param child number of this JVM, from 0
 * @param children number of JVMs
 */
record Workload(
        Items items,
        Drafts drafts,
        JdbcOperations jdbc,
        TransactionTemplate transactions,
        Routes routes,
        Findings findings,
        Board board,
        Path journals,
        int child,
        int children) {

    private static final int READERS = 4;

    void start(Random random) {
        for (int i = 0; i < READERS; i++) {
            start("chaos-reader-" + i, new ItemReader(this, new Random(random.nextLong())));
        }
        start("chaos-writer", new ItemWriter(this, new Random(random.nextLong())));
    }

    private static void start(String name, Runnable step) {
        Thread thread = new Thread(
                () -> {
                    while (true) {
                        step.run();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }
}
