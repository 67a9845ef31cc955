// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.spring.LookupListener;
import io.handlersocket.spring.LookupRoute;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Remembers how the last call of each thread was answered, and counts why calls used JDBC. */
@Component
class Routes implements LookupListener {

    private static final ThreadLocal<LookupRoute> LAST = new ThreadLocal<>();

    private final Findings findings;

    Routes(Findings findings) {
        this.findings = findings;
    }

    @Override
    public void answered(Lookup lookup) {
        LAST.set(lookup.route());
        if (lookup.route() != LookupRoute.HANDLERSOCKET) {
            findings.leftToJdbc(lookup.kind() + ": " + lookup.reason());
        }
    }

    /** Of this thread's last call, which is forgotten; null if there was none. */
    @Nullable
    LookupRoute take() {
        LookupRoute route = LAST.get();
        LAST.remove();
        return route;
    }
}
