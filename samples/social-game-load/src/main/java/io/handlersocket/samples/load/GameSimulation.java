// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.load;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.during;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every route has its turn at every endpoint, one after the other, again and again. The first round is not counted: the
 * instances compile what they run, and fill their caches.
 */
@SuppressWarnings("SystemOut") // for the person at the terminal
public final class GameSimulation extends Simulation {

    private static final String SENT = "sent";

    private final Path folder = Path.of(System.getProperty("load.folder", "target/load"));
    private final Plan plan = plan();
    private final List<Slice> slices = new ArrayList<>();

    public GameSimulation() {
        List<PopulationBuilder> turns = new ArrayList<>();
        List<Route> routes = new ArrayList<>(List.of(Route.values()));
        for (int round = 0; round <= plan.settings().rounds(); round++) {
            for (Endpoint endpoint : Endpoint.values()) {
                for (Route route : routes) {
                    turns.add(turn(round, route, endpoint));
                }
                Collections.rotate(routes, 1); // no route is always the first
            }
        }
        setUp(chain(turns)).maxDuration(Duration.ofSeconds(2L * plan.settings().totalSeconds() + 60));
    }

    private Plan plan() {
        try {
            return Plan.read(folder.resolve("plan.properties"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PopulationBuilder chain(List<PopulationBuilder> turns) {
        PopulationBuilder all = turns.get(turns.size() - 1);
        for (int i = turns.size() - 2; i >= 0; i--) {
            all = turns.get(i).andThen(all);
        }
        return all;
    }

    private PopulationBuilder turn(int round, Route route, Endpoint endpoint) {
        Slice slice = slice(round, route, endpoint);
        ChainBuilder request = exec(session -> session.set(SENT, System.nanoTime()))
                .exec(http(endpoint.name())
                        .get(session -> endpoint.path(plan.keys()))
                        .silent() // counted here, so that turns are not mixed
                        .check(status().is(200)))
                .exec(session -> {
                    slice.answered(System.nanoTime() - session.getLong(SENT), !session.isFailed());
                    return session.markAsSucceeded();
                });
        String name = round + " " + route + " " + endpoint;
        return scenario(name)
                .exec(session -> entered(slice, round, session))
                .exec(during(Duration.ofSeconds(
                                round == 0
                                        ? plan.settings().warmup()
                                        : plan.settings().seconds()))
                        .on(request))
                .exec(session -> left(slice, session))
                .injectOpen(atOnceUsers(plan.settings().users()))
                .protocols(http.baseUrl(plan.instance(route).url())
                        .disableWarmUp()
                        .disableCaching()
                        .disableAutoReferer()
                        .acceptHeader("application/json"));
    }

    private static Session entered(Slice slice, int round, Session session) {
        if (slice.enter()) {
            System.out.printf(
                    "Load: round %d, %s, %s%n",
                    round, slice.endpoint().title(), slice.route().title());
        }
        return session;
    }

    private static Session left(Slice slice, Session session) {
        slice.leave();
        return session;
    }

    private Slice slice(int round, Route route, Endpoint endpoint) {
        if (round > 0) {
            for (Slice slice : slices) {
                if (slice.route() == route && slice.endpoint() == endpoint) {
                    return slice;
                }
            }
        }
        Map<String, Long> processes = new LinkedHashMap<>();
        processes.put("application", plan.instance(route).process());
        processes.put("database", plan.database());
        processes.put("load", ProcessHandle.current().pid());
        Slice slice = new Slice(route, endpoint, processes, plan.settings().users());
        if (round > 0) {
            slices.add(slice);
        }
        return slice;
    }

    @Override
    public void after() {
        List<Slice.Result> results = slices.stream().map(Slice::result).toList();
        Report report = new Report(plan.settings(), results);
        System.out.println(report.table());
        try {
            report.write(folder.resolve("result.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
