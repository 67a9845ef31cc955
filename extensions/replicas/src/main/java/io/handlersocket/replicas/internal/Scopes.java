// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.replicas.Freshness;
import org.jspecify.annotations.Nullable;

/** The scopes of each thread. A program without scopes pays one read of a field for each question. */
public final class Scopes {

    private static final ThreadLocal<@Nullable OpenScope> INNERMOST = new ThreadLocal<>();

    /** Whether any scope was opened since the class was loaded. */
    private static volatile boolean used;

    private Scopes() {}

    static OpenScope open(Object owner, Freshness freshness, @Nullable Floor floor) {
        return open(owner, freshness, floor, null);
    }

    /** @param only the identity of the only replica that may answer; null if the primary and each replica may */
    static OpenScope open(Object owner, Freshness freshness, @Nullable Floor floor, @Nullable String only) {
        used = true;
        OpenScope scope = new OpenScope(owner, freshness, floor, only, INNERMOST.get());
        INNERMOST.set(scope);
        return scope;
    }

    static void close(OpenScope scope) {
        if (INNERMOST.get() != scope) {
            throw new IllegalStateException(scope
                    + ": not the innermost scope of this thread (close it where it was opened, inner ones first)");
        }
        if (scope.outer() == null) {
            INNERMOST.remove();
        } else {
            INNERMOST.set(scope.outer());
        }
    }

    /** Returns the innermost scope of this thread for these replicas; null outside a scope. */
    static @Nullable OpenScope current(Object owner) {
        if (!used) {
            return null;
        }
        OpenScope scope = INNERMOST.get();
        while (scope != null && !scope.isOf(owner)) {
            scope = scope.outer();
        }
        return scope;
    }

    /** Tells the sessions of this thread that SQL runs on it. */
    public static void sqlRuns() {
        if (!used) {
            return;
        }
        for (OpenScope scope = INNERMOST.get(); scope != null; scope = scope.outer()) {
            Floor floor = scope.floor();
            if (floor != null) {
                floor.primaryUsed();
            }
        }
    }
}
