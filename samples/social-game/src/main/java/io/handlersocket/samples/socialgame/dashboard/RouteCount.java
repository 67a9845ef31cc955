// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import io.handlersocket.spring.LookupListener;
import io.handlersocket.spring.LookupRoute;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Counts the routes of one user's repository calls. A count of the server would hold those of every other visitor too.
 */
final class RouteCount {

    private static final ThreadLocal<@Nullable RouteCount> CURRENT = new ThreadLocal<>();

    private long fast;
    private long jdbc;

    private RouteCount() {}

    static RouteCount begin() {
        RouteCount count = new RouteCount();
        CURRENT.set(count);
        return count;
    }

    static void end() {
        CURRENT.remove();
    }

    long fast() {
        return fast;
    }

    long jdbc() {
        return jdbc;
    }

    /** Hears of every call on its caller's thread; only users count. */
    @Component
    static final class Listener implements LookupListener {

        @Override
        public void answered(Lookup lookup) {
            RouteCount count = CURRENT.get();
            if (count == null) {
                return;
            }
            if (lookup.route() == LookupRoute.JDBC) {
                count.jdbc++;
            } else {
                count.fast++;
            }
        }
    }
}
