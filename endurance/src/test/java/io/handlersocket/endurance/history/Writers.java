// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * What the writers of one set of keys share: who writes a key now, and the number of its newest version. Writers of
 * several JVMs need separate keys.
 */
final class Writers {

    private final Lock[] locks;
    private final long[] versions; // each under the lock of its key

    Writers(int keys) {
        locks = Stream.generate(ReentrantLock::new).limit(keys).toArray(Lock[]::new);
        versions = new long[keys];
    }

    int keys() {
        return locks.length;
    }

    /** Waits until no other writer writes this key. Lock the smaller one of two keys first. */
    void lock(long key) {
        locks[(int) key - 1].lock();
    }

    void unlock(long key) {
        locks[(int) key - 1].unlock();
    }

    /** The number of the next version; the caller holds the key's lock. */
    long nextVersion(long key) {
        return ++versions[(int) key - 1];
    }
}
