// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.Route;
import io.handlersocket.jmh.hibernate.User;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.RoutedArm;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.ThreadsArm;
import io.handlersocket.jmh.measure.UserTable;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.springframework.context.ApplicationContext;

/** A way to read whose answers shadow mode compares. */
enum ShadowRoute {
    /** An entity by id in a session, without a transaction: the least that a compared load of Hibernate adds to. */
    FIND("find") {
        @Override
        Arm arm(ApplicationContext application, int threads, int perSecond) {
            HandlerSocketLoads loads = loads(application);
            return new RoutedArm(
                    new ThreadsArm(toString(), threads, paced(find(application), perSecond)),
                    () -> loads.count(Route.HANDLERSOCKET),
                    () -> loads.count(Route.JDBC));
        }
    },

    /** An entity by id through a repository: its comparison is that of {@link #FIND}. */
    FIND_BY_ID("findById") {
        @Override
        Arm arm(ApplicationContext application, int threads, int perSecond) {
            return ofRepository(application, threads, paced(RepositoryReads.findById(application), perSecond));
        }
    },

    /** A record through a repository, answered without Hibernate. The comparison runs the method's JPA query. */
    FIND_VIEW_BY_ID("findViewById") {
        @Override
        Arm arm(ApplicationContext application, int threads, int perSecond) {
            return ofRepository(application, threads, paced(RecordReads.projection(application), perSecond));
        }
    };

    private final String method;

    ShadowRoute(String method) {
        this.method = method;
    }

    /**
     * Reads on so many threads; fails if the reads fall back.
     *
     * @param perSecond reads of all threads together in a second; 0 for as many as possible
     */
    abstract Arm arm(ApplicationContext application, int threads, int perSecond);

    private static Threads.Read paced(Threads.Read read, int perSecond) {
        return perSecond == 0 ? read : new PacedRead(read, perSecond);
    }

    /** @param methods names, separated by commas */
    static List<ShadowRoute> named(String methods) {
        List<ShadowRoute> routes = new ArrayList<>();
        for (String method : methods.split(",", -1)) {
            routes.add(Arrays.stream(values())
                    .filter(route -> route.method.equals(method))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "arms: " + method + " (expected some of " + Arrays.toString(values()) + ")")));
        }
        return routes;
    }

    static HandlerSocketLoads loads(ApplicationContext application) {
        return HandlerSocketLoads.of(sessions(application));
    }

    private static SessionFactory sessions(ApplicationContext application) {
        return application.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class);
    }

    private static Threads.Read find(ApplicationContext application) {
        SessionFactory sessions = sessions(application);
        return () -> {
            int id = UserTable.randomId();
            try (Session session = sessions.openSession()) {
                RepositoryReads.check(id, session.find(User.class, id));
            }
            return 1;
        };
    }

    final Arm ofRepository(ApplicationContext application, int threads, Threads.Read read) {
        RouteCount routes = application.getBean(RouteCount.class);
        return new RoutedArm(new ThreadsArm(method, threads, read), routes::fast, routes::others);
    }

    @Override
    public String toString() {
        return method;
    }
}
