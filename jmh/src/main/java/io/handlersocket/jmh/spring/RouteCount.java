// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import io.handlersocket.spring.LookupListener;
import io.handlersocket.spring.LookupRoute;
import java.util.concurrent.atomic.LongAdder;

/** Counts calls by route. */
final class RouteCount implements LookupListener {

    private final LongAdder fast = new LongAdder();
    private final LongAdder others = new LongAdder();

    @Override
    public void answered(Lookup lookup) {
        (lookup.route() == LookupRoute.HANDLERSOCKET ? fast : others).increment();
    }

    long fast() {
        return fast.sum();
    }

    long others() {
        return others.sum();
    }
}
