// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls listeners of the application. What a listener throws fails no read; it is logged once for each listener class. */
public final class Callbacks {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    private final Set<Class<?>> warned = ConcurrentHashMap.newKeySet();

    /** Calls one listener; any thread. */
    public <T> void run(T listener, Consumer<? super T> call) {
        try {
            call.accept(listener);
        } catch (Exception | LinkageError | AssertionError e) {
            if (warned.add(listener.getClass())) {
                log.warn(
                        "HandlerSocket: the listener {} threw an exception; the call it was told of goes on."
                                + " Further exceptions of this class are not logged.",
                        listener.getClass().getName(),
                        e);
            }
        }
    }
}
