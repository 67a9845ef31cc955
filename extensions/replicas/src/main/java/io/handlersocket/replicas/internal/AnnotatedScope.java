// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.replicas.ReadScope;
import org.jspecify.annotations.Nullable;

/** A scope that an annotation has opened, and not code of the application. Only the thread that opened it uses it. */
public final class AnnotatedScope implements AutoCloseable {

    private static final ThreadLocal<@Nullable AnnotatedScope> INNERMOST = new ThreadLocal<>();

    private final ReadScope scope;
    private final @Nullable AnnotatedScope outer;

    /** @param scope a new scope of this thread */
    public AnnotatedScope(ReadScope scope) {
        this.scope = scope;
        this.outer = INNERMOST.get();
        INNERMOST.set(this);
    }

    /** Returns whether an annotation has opened this scope of this thread. */
    public static boolean is(ReadScope scope) {
        for (AnnotatedScope each = INNERMOST.get(); each != null; each = each.outer) {
            if (each.scope == scope) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        scope.close();
        if (outer == null) {
            INNERMOST.remove();
        } else {
            INNERMOST.set(outer);
        }
    }
}
