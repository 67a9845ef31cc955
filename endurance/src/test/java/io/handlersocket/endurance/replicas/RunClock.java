// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

/** The time of one run in ns. All records use it. */
final class RunClock {

    private final long start = System.nanoTime();

    long now() {
        return System.nanoTime() - start;
    }
}
