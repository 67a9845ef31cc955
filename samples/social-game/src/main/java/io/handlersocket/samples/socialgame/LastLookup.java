// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import io.handlersocket.spring.LookupListener;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The last lookup of this thread, so that a page can say how it went. */
@Component
class LastLookup implements LookupListener {

    private static final ThreadLocal<Lookup> LAST = new ThreadLocal<>();

    @Override
    public void answered(Lookup lookup) {
        LAST.set(lookup);
    }

    Optional<Lookup> get() {
        return Optional.ofNullable(LAST.get());
    }

    void forget() {
        LAST.remove();
    }
}
