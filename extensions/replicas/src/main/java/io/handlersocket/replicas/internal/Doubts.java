// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What other servers show that speaks against the present primary, such as that they are writable. Thread-safe. */
final class Doubts {

    private final Map<String, String> present = new ConcurrentHashMap<>();
    private final AtomicLong raised = new AtomicLong();

    /**
     * Notes what a server shows.
     *
     * @param why null: nothing any more
     */
    void set(String server, @Nullable String why) {
        if (why == null) {
            present.remove(server);
        } else if (!why.equals(present.put(server, why))) {
            raised.incrementAndGet();
        }
    }

    /** Returns how many doubts were raised. A primary that was proven before the last one is proven no more. */
    long raised() {
        return raised.get();
    }

    /** Returns whether a server speaks against the primary now, so that its address can move at any moment. */
    boolean isAny() {
        return !present.isEmpty();
    }

    String reason() {
        return "another server may be the primary: " + String.join("; ", present.values());
    }
}
