// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.transport.Request;
import java.io.IOException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Sends openings over a {@link DirectConnection}. Keeps the socket of a closed one open until an opening that was sent
 * is answered: only the answer tells when the server no longer needs the hold of the table. Any thread.
 */
final class UnansweredOpening {

    /** Reads the answer; blocks until it has come. */
    @FunctionalInterface
    interface Answer {
        void await() throws IOException;
    }

    private final String name;
    private final Runnable closer;
    private final Lock lock = new ReentrantLock();
    private int unanswered;
    private boolean closed;

    /**
     * @param name of the connection
     * @param closer closes the socket
     */
    UnansweredOpening(String name, Runnable closer) {
        this.name = name;
        this.closer = closer;
    }

    /**
     * Sends an opening, unless the connection is closed.
     *
     * @param exchange returns false if the thread was interrupted
     */
    void send(Request<?> request, BooleanSupplier exchange) {
        if (!begin()) {
            request.failed(new UnavailableException(
                    UnavailableException.Reason.NOT_CONNECTED, name + ": closed before the opening was sent"));
            return;
        }
        try {
            if (!exchange.getAsBoolean()) {
                request.failed(new ConnectionLostException(name + DirectControl.INTERRUPTED, null));
            }
        } finally {
            end();
        }
    }

    /** Returns whether an opening may be sent; the caller must then call {@link #end}. */
    private boolean begin() {
        lock.lock();
        try {
            unanswered += closed ? 0 : 1;
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** Closes the socket if the connection was closed meanwhile and no thread waits for the answer. */
    private void end() {
        lock.lock();
        try {
            unanswered--;
            if (!closed || unanswered > 0) {
                return;
            }
        } finally {
            lock.unlock();
        }
        closer.run();
    }

    /** Closes the socket, now or when the opening is answered. */
    void closed() {
        lock.lock();
        try {
            closed = true;
            if (unanswered > 0) {
                return;
            }
        } finally {
            lock.unlock();
        }
        closer.run();
    }

    /** Waits for the answer in a thread of its own. Called during {@link #send}. */
    void awaitAnswer(Answer answer, Request<?> request) {
        lock.lock();
        try {
            unanswered++;
        } finally {
            lock.unlock();
        }
        Thread thread = new Thread(
                () -> {
                    try {
                        answer.await();
                    } catch (IOException | RuntimeException | Error e) {
                        request.failed(new ConnectionLostException(name + ": " + e.getMessage(), e));
                    } finally {
                        end();
                    }
                },
                name + "-opening");
        thread.setDaemon(true);
        thread.start();
    }
}
