// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.IndexSpec;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/** A listener that does what no listener may: on demand it blocks each I/O thread that calls it. */
@Component
class BlockedIo implements ClientListener {

    private static final long PATIENCE_SECONDS = 5;

    private final Set<String> blocked = ConcurrentHashMap.newKeySet();
    private volatile CountDownLatch entered = new CountDownLatch(0);
    private volatile CountDownLatch release = new CountDownLatch(0);

    @Override
    public void completed(IndexSpec index, long nanos, int batch, boolean failed) {
        CountDownLatch until = release;
        String thread = Thread.currentThread().getName();
        if (until.getCount() > 0 && thread.contains("-io")) {
            blocked.add(thread);
            entered.countDown();
            try {
                until.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns when an I/O thread is blocked: its name. */
    String block() throws InterruptedException {
        blocked.clear();
        entered = new CountDownLatch(1);
        release = new CountDownLatch(1);
        if (!entered.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            release();
            throw new IllegalStateException("no I/O thread called the listener");
        }
        return "blocked " + blocked;
    }

    String release() {
        release.countDown();
        return "released " + blocked;
    }
}
