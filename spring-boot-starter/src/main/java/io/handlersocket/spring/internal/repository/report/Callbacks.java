// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.report;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls listeners of the application. An exception of a listener fails no read; one WARN for each listener class logs
 * it.
 */
public final class Callbacks {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    private final Set<Class<?>> warned = ConcurrentHashMap.newKeySet();

    /** Calls one listener. Safe for use by all threads. */
    public <T> void run(T listener, Consumer<? super T> call) {
        try {
            call.accept(listener);
        } catch (Exception | LinkageError | AssertionError e) {
            if (warned.add(listener.getClass())) {
                log.warn(
                        "HandlerSocket: the listener {} threw an exception; the call continues."
                                + " Further exceptions of this class are not logged.",
                        listener.getClass().getName(),
                        e);
            }
        }
    }
}
