// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import java.io.IOException;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * One open dashboard. It is written to by one thread at a time, so that a slow one delays neither the load nor the
 * others.
 */
final class Viewer {

    /** A browser that reads nothing for this many messages is given up; it connects again by itself. */
    private static final int MOST_WAITING = 1_000;

    private static final Logger log = LoggerFactory.getLogger(Viewer.class);

    /** One event and its name. */
    record Message(String name, Object data) {

        static Message of(Record event) {
            return new Message(event.getClass().getSimpleName().toLowerCase(Locale.ROOT), event);
        }
    }

    private final SseEmitter emitter = new SseEmitter(0L);
    private final Executor senders;
    private final Queue<Message> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean gone;

    Viewer(Executor senders) {
        this.senders = senders;
        emitter.onCompletion(() -> gone = true);
        emitter.onTimeout(() -> gone = true);
        emitter.onError(ignored -> gone = true);
    }

    SseEmitter emitter() {
        return emitter;
    }

    boolean isGone() {
        return gone;
    }

    void send(Message message) {
        if (gone) {
            return;
        }
        waiting.add(message);
        int before = count.getAndIncrement();
        if (before >= MOST_WAITING) {
            gone = true;
        } else if (before == 0) {
            try {
                senders.execute(this::sendWaiting);
            } catch (RejectedExecutionException closing) {
                gone = true;
            }
        }
    }

    private void sendWaiting() {
        try {
            do {
                Message message = waiting.remove();
                emitter.send(SseEmitter.event().name(message.name()).data(message.data(), MediaType.APPLICATION_JSON));
            } while (count.decrementAndGet() > 0 && !gone);
        } catch (IOException | IllegalStateException e) {
            log.debug("A viewer of the dashboard left", e);
            gone = true;
        }
    }

    void close() {
        gone = true;
        emitter.complete();
    }
}
