// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** All open dashboards. A new one is first sent what the present run has shown so far. */
@Component
class Viewers {

    /** Each holds a connection of the web server. */
    private static final int MOST = 100;

    /** More than one run has; a new viewer is sent all of it. */
    private static final int MOST_HISTORY = 500;

    private final ExecutorService senders = Executors.newCachedThreadPool(Daemons.named("dashboard-sender"));
    private final List<Viewer> viewers = new ArrayList<>();
    private final List<Viewer.Message> history = new ArrayList<>();

    /** A stream of what was and what comes; empty if too many are open. */
    synchronized Optional<SseEmitter> open(Status status) {
        viewers.removeIf(Viewer::isGone);
        if (viewers.size() >= MOST) {
            return Optional.empty();
        }
        Viewer viewer = new Viewer(senders);
        viewer.send(new Viewer.Message("start", status));
        history.forEach(viewer::send);
        viewers.add(viewer);
        return Optional.of(viewer.emitter());
    }

    /** Sends to all viewers, and to those that open the dashboard later. */
    synchronized void publish(Record event) {
        Viewer.Message message = Viewer.Message.of(event);
        if (history.size() == MOST_HISTORY) {
            history.remove(0);
        }
        history.add(message);
        viewers.forEach(viewer -> viewer.send(message));
    }

    /** Sends to the present viewers. */
    synchronized void tell(Record event) {
        viewers.removeIf(Viewer::isGone);
        viewers.forEach(viewer -> viewer.send(Viewer.Message.of(event)));
    }

    synchronized void forgetHistory() {
        history.clear();
    }

    synchronized boolean isEmpty() {
        return viewers.isEmpty();
    }

    /** Before the web server stops: it waits for answers that are not complete, and a stream never is. */
    @EventListener(ContextClosedEvent.class)
    synchronized void close() {
        viewers.forEach(Viewer::close);
        viewers.clear();
        senders.shutdown();
    }
}
