// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** The one run that all visitors share. It begins with a button and ends by itself. */
@Component
class Load implements DisposableBean {

    static final int MOST_USERS = 64;
    static final Duration LASTS = Duration.ofSeconds(60);

    private static final Logger log = LoggerFactory.getLogger(Load.class);

    private final Setups setups;
    private final Viewers viewers;
    private final ExecutorService runner = Executors.newSingleThreadExecutor(Daemons.named("dashboard-run"));
    private final ExecutorService threads = Executors.newCachedThreadPool(Daemons.named("dashboard-user"));
    private volatile Run run = Run.none();

    Load(Setups setups, Viewers viewers) {
        this.setups = setups;
        this.viewers = viewers;
    }

    /**
     * Begins a run, or changes the present one.
     *
     * @param users 1 to {@value #MOST_USERS}
     * @return whether a run began
     */
    synchronized boolean start(int users) {
        if (run.isOn()) {
            run.users(users);
            return false;
        }
        Run next = new Run(run.number() + 1, users, viewers, threads);
        run = next;
        viewers.forgetHistory();
        runner.execute(() -> perform(next));
        return true;
    }

    private void perform(Run next) {
        try {
            next.perform(setups);
        } catch (RuntimeException e) {
            log.warn("The dashboard's run ended early: {}", e.toString());
            mark("The run ended early: the database does not answer.", Mark.TROUBLE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            next.end();
        }
    }

    void stop() {
        run.end();
    }

    Run run() {
        return run;
    }

    /** A visitor does something to the database or the client, until the next call. */
    void operating(boolean begins) {
        run.undisturbed().operating(begins);
    }

    void mark(String text, String kind) {
        Run now = run;
        viewers.publish(new Mark(now.isOn() ? now.number() : 0, now.isOn() ? now.millis() : 0, text, kind));
    }

    @Override
    public void destroy() {
        run.end();
        runner.shutdownNow();
        threads.shutdownNow();
    }
}
