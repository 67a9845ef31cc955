// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import io.handlersocket.client.Key;
import java.time.Duration;
import org.awaitility.Awaitility;

/** One thread that increments the column n of the row 1, one by one. */
public final class WriteLoad implements AutoCloseable {

    private final WriteIndex index;
    private final Thread thread = new Thread(this::run);
    private volatile boolean stopped;
    private volatile long applied;
    private volatile long unknown;

    public WriteLoad(WriteIndex index) {
        this.index = index;
        thread.start();
    }

    private void run() {
        long done = 0;
        long lost = 0;
        while (!stopped) {
            WriteResult result = index.write(Write.increment(Key.of(1), "n", 1));
            done += result instanceof WriteResult.Applied ? 1 : 0;
            lost += result instanceof WriteResult.Unknown ? 1 : 0;
            applied = done;
            unknown = lost;
        }
    }

    public void awaitProgress() {
        long before = applied;
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> applied > before + 20);
    }

    long applied() {
        return applied;
    }

    long unknown() {
        return unknown;
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        thread.join();
    }
}
