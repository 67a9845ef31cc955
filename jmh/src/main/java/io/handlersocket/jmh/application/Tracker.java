// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.application;

import io.handlersocket.jmh.measure.Threads;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.hibernate.Session;
import org.hibernate.SessionFactory;

/** What the application does; each step is a session and a transaction, as in a request. */
final class Tracker {

    /** Tasks there are before anything is measured; those that are taken are among them. */
    static final int TASKS = 10_000;

    private static final int COMMENTS = 10;
    private static final int TAKEN = 10;

    private static final AtomicLong CREATED = new AtomicLong();

    private final SessionFactory sessions;

    /** Tasks that a worker holds: nobody else takes them, so that nobody waits for a lock or meets a deadlock. */
    private final Set<Integer> taken = ConcurrentHashMap.newKeySet();

    Tracker(SessionFactory sessions) {
        this.sessions = sessions;
    }

    /** Creates a task with 10 comments. */
    Threads.Read create() {
        return () -> {
            Task task = new Task("created " + CREATED.incrementAndGet(), COMMENTS);
            inTransaction(session -> session.persist(task));
            if (task.getId() <= TASKS || task.getRemarks().get(COMMENTS - 1).getId() == 0) {
                throw new AssertionError("a task without an id of its own: " + task.getId());
            }
            return 1;
        };
    }

    /** Takes 10 tasks, and changes the status of each twice. */
    Threads.Read work() {
        return () -> {
            for (int i = 0; i < TAKEN; i++) {
                int id = randomId();
                while (!taken.add(id)) {
                    id = randomId();
                }
                change(id, "started");
                change(id, "done");
                taken.remove(id);
            }
            return 1;
        };
    }

    /** Reads 10 tasks with their comments and changes nothing. */
    Threads.Read look() {
        return () -> {
            for (int i = 0; i < TAKEN; i++) {
                int id = randomId();
                inTransaction(session -> {
                    int comments = task(session, id).getRemarks().size();
                    if (comments != COMMENTS) {
                        throw new AssertionError(comments + " comments on task " + id);
                    }
                });
            }
            return 1;
        };
    }

    private static int randomId() {
        return 1 + ThreadLocalRandom.current().nextInt(TASKS);
    }

    /** What is set differs from time to time, or Hibernate would have nothing to write. */
    private void change(int id, String status) {
        inTransaction(session ->
                task(session, id).setStatus(status + ThreadLocalRandom.current().nextInt(1_000_000)));
    }

    private static Task task(Session session, int id) {
        Task task = session.find(Task.class, id);
        if (task == null || task.getId() != id || !task.getTitle().equals("task " + id)) {
            throw new AssertionError("not the task " + id);
        }
        return task;
    }

    private void inTransaction(Consumer<Session> work) {
        try (Session session = sessions.openSession()) {
            session.beginTransaction();
            work.accept(session);
            session.getTransaction().commit();
        }
    }
}
