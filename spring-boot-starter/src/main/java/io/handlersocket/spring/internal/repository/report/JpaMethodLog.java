// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.report;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs why annotated methods stay on JPA, once for each method. Safe for use by all threads. */
public final class JpaMethodLog {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    private final Set<String> said = ConcurrentHashMap.newKeySet();

    /**
     * Logs the reason at WARN, unless one was logged for this method.
     *
     * @param method the method with its types, as Java prints it
     */
    public void say(String method, String reason) {
        if (said.add(method)) {
            log.warn("HandlerSocket: {} stays on JPA: {}", method, reason);
        }
    }
}
