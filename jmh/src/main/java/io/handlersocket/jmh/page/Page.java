// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.page;

import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.Route;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.RoutedArm;
import io.handlersocket.jmh.measure.ThreadsArm;
import io.handlersocket.jmh.measure.TunedJdbc;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.hibernate.SessionFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** The page in one application context, in one of the settings that are compared. For use by all threads. */
final class Page implements AutoCloseable {

    /** How the application is set up. */
    enum Setting {
        /** Spring Boot as it comes. */
        DEFAULT("default", false, false),
        /** JDBC at its best. */
        TUNED("tuned", true, false),
        /** The same settings with the starter. */
        HANDLERSOCKET("handlersocket", true, true);

        final String label;
        private final boolean tuned;
        private final boolean fast;

        Setting(String label, boolean tuned, boolean fast) {
            this.label = label;
            this.tuned = tuned;
            this.fast = fast;
        }
    }

    private final Setting setting;
    private final ConfigurableApplicationContext context;
    private final PageService service;
    private final ObservationRegistry observations;

    Page(Database db, Setting setting) throws InterruptedException {
        this.setting = setting;
        context = PageApplication.start(db, setting.tuned ? TunedJdbc.URL_OPTIONS : "", properties(db, setting));
        service = context.getBean(PageService.class);
        observations = context.getBean(ObservationRegistry.class);
        if (setting.fast) {
            awaitFast();
        }
    }

    private static List<String> properties(Database db, Setting setting) {
        List<String> properties = new ArrayList<>(setting.tuned ? TunedJdbc.SPRING_PROPERTIES : List.of());
        if (setting.fast) {
            properties.add("handlersocket.host=" + db.host());
            properties.add("handlersocket.port=" + db.readPort());
            properties.add("handlersocket.secret=" + db.readSecret());
        } else {
            properties.add("handlersocket.enabled=false");
        }
        return properties;
    }

    /** Calls the service in an observation, as the request of a web application does. */
    OwnerPage call(int id) {
        OwnerPage page = Observation.createNotStarted("page", observations).observe(() -> service.page(id));
        if (page == null) {
            throw new AssertionError("no page " + id);
        }
        return page;
    }

    /** Returns what an arm is called. */
    static String arm(Setting setting, int threads) {
        return "page-" + setting.label + "-" + threads;
    }

    /** Calls for random pages from so many threads. Every page is checked; a call that falls back fails. */
    Arm arm(int threads) {
        Arm arm = new ThreadsArm(arm(setting, threads), threads, () -> {
            int id = PageTables.randomId();
            PageTables.check(id, call(id));
            return 1;
        });
        HandlerSocketLoads loads = loads();
        return setting.fast
                ? new RoutedArm(arm, () -> loads.count(Route.HANDLERSOCKET), () -> loads.count(Route.JDBC))
                : arm;
    }

    private HandlerSocketLoads loads() {
        return HandlerSocketLoads.of(context.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class));
    }

    /** The first calls only open what is missing. */
    private void awaitFast() throws InterruptedException {
        HandlerSocketLoads loads = loads();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        long fell;
        do {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("the page is not read over HandlerSocket: " + loads.counts());
            }
            TimeUnit.MILLISECONDS.sleep(20);
            fell = loads.count(Route.JDBC);
            call(0);
        } while (loads.count(Route.JDBC) != fell);
    }

    @Override
    public void close() {
        context.close();
    }
}
