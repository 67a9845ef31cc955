// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.report;

import io.handlersocket.spring.LookupListener;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.data.repository.core.support.RepositoryMethodInvocationListener;

/**
 * The application's listeners. An exception of a listener fails no read; one WARN for each listener class logs it. It
 * looks up no listener before the first method.
 */
public final class Listeners {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    private final LookupCounts counts;
    private final ObjectProvider<LookupListener> listeners;
    private final ObjectProvider<RepositoryMethodInvocationListener> springData;
    private final Set<Class<?>> warned = ConcurrentHashMap.newKeySet();

    public Listeners(
            LookupCounts counts,
            ObjectProvider<LookupListener> listeners,
            ObjectProvider<RepositoryMethodInvocationListener> springData) {
        this.counts = counts;
        this.listeners = listeners;
        this.springData = springData;
    }

    /** Returns what observes the calls of a method, which Spring Data may not see. */
    public Observers of(Class<?> repository, String method) {
        return new Observers(
                this,
                counts,
                repository,
                method,
                listeners.orderedStream().toList(),
                springData.orderedStream().toList());
    }

    /** Calls all listeners. Safe for use by all threads. */
    <T> void call(List<T> all, Consumer<? super T> call) {
        for (T listener : all) {
            try {
                call.accept(listener);
            } catch (Exception | LinkageError | AssertionError e) {
                if (warned.add(listener.getClass())) {
                    log.warn(
                            "HandlerSocket: the listener {} threw an exception; the call continues, and further"
                                    + " exceptions of this class are not logged. Repair the listener",
                            listener.getClass().getName(),
                            e);
                }
            }
        }
    }
}
