// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;

/** Tells whether something is still reachable. */
public final class Garbage {

    private Garbage() {}

    /** Fails if the garbage collector does not take the object within a second. */
    public static void assertCollected(WeakReference<?> object) throws InterruptedException {
        for (int i = 0; i < 100 && !object.refersTo(null); i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(object.refersTo(null)).as("collected").isTrue();
    }
}
