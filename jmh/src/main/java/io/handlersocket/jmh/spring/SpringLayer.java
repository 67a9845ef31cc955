// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import io.handlersocket.jmh.hibernate.ClientReads;
import io.handlersocket.jmh.hibernate.Teams;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.CostMeter;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Figure;
import io.handlersocket.jmh.measure.Layer;
import io.handlersocket.jmh.measure.LayerResult;
import io.handlersocket.jmh.measure.Pace;
import io.handlersocket.jmh.measure.Panel;
import io.handlersocket.jmh.measure.Question;
import io.handlersocket.jmh.measure.RoutedArm;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.ThreadsArm;
import io.handlersocket.jmh.measure.TunedJdbc;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** A Spring Boot application with the starter beside the same one without. */
public final class SpringLayer implements Layer {

    private static final String WITHOUT = "handlersocket.enabled=false";
    private static final String LAZY = "spring.datasource.connection-fetch=lazy";

    private final List<Arm> arms = new ArrayList<>();
    private final List<Question> questions = new ArrayList<>();

    @Override
    public LayerResult run(Database db, Pace pace) throws Exception {
        String[] fast = {
            "handlersocket.host=" + db.host(),
            "handlersocket.port=" + db.readPort(),
            "handlersocket.secret=" + db.readSecret(),
            "handlersocket.routing=always"
        };
        Teams.load(db);
        List<String> notes = new ArrayList<>();
        List<Figure> starts = pace.full() ? List.of(StartUp.measure(db, WITHOUT, notes, fast)) : List.of();
        List<String> best = new ArrayList<>(TunedJdbc.SPRING_PROPERTIES);
        best.add(WITHOUT);
        try (CostMeter meter = new CostMeter(db);
                ConfigurableApplicationContext plain = UserApplication.start(db, WITHOUT);
                ConfigurableApplicationContext lazy = UserApplication.start(db, WITHOUT, LAZY);
                ConfigurableApplicationContext tuned = UserApplication.start(db, TunedJdbc.URL_OPTIONS, best);
                // Without a transaction, a pool without auto-commit would roll back after each statement.
                ConfigurableApplicationContext prepared =
                        UserApplication.start(db, TunedJdbc.URL_OPTIONS, List.of(WITHOUT));
                ConfigurableApplicationContext ours = UserApplication.start(db, fast);
                ClientReads client = new ClientReads(db)) {
            awaitFast(ours);
            Panel panel = new Panel(pace, meter);
            starts.forEach(panel::add);
            for (int threads : pace.full() ? new int[] {1, 16} : new int[] {1}) {
                String suffix = threads == 1 ? "" : Integer.toString(threads);
                Arm find = routed(ours, add("repository-handlersocket", threads, RepositoryReads.findById(ours)));
                ask(
                        "repository" + suffix + "_find_vs_default",
                        find,
                        add("repository-default", threads, RepositoryReads.findById(plain)));
                ask(
                        "repository" + suffix + "_find_vs_lazy",
                        find,
                        add("repository-lazy", threads, RepositoryReads.findById(lazy)));
                ask(
                        "repository" + suffix + "_find_vs_tuned",
                        find,
                        add("repository-tuned", threads, RepositoryReads.findById(tuned)));
                if (pace.full()) {
                    Arm alone = client.find(threads);
                    arms.add(alone);
                    questions.add(new Question(
                            "repository" + suffix + "_find_ceiling_vs_tuned",
                            alone.name(),
                            "repository-tuned-" + threads));
                }
            }
            for (int threads : pace.full() ? new int[] {1, 16} : new int[] {16}) {
                Arm read = routed(ours, add("projection-handlersocket", threads, RecordReads.projection(ours)));
                ask(
                        "projection" + threads + "_vs_jdbctemplate",
                        read,
                        add("jdbctemplate", threads, RecordReads.jdbcTemplate(plain)));
                ask(
                        "projection" + threads + "_vs_tuned",
                        read,
                        add("jdbctemplate-tuned", threads, RecordReads.jdbcTemplate(prepared)));
            }
            if (pace.full()) {
                Arm all = routed(ours, add("find-all-100-handlersocket", 1, RepositoryReads.findAllById(ours)));
                ask(
                        "repository_find_all_100_vs_default",
                        all,
                        add("find-all-100-default", 1, RepositoryReads.findAllById(plain)));
                ask(
                        "repository_find_all_100_vs_tuned",
                        all,
                        add("find-all-100-tuned", 1, RepositoryReads.findAllById(tuned)));
                Arm children = routed(ours, add("children20-handlersocket", 1, RepositoryReads.children(ours)));
                ask(
                        "repository_children20_vs_default",
                        children,
                        add("children20-default", 1, RepositoryReads.children(plain)));
                ask(
                        "repository_children20_vs_tuned",
                        children,
                        add("children20-tuned", 1, RepositoryReads.children(tuned)));
            }
            panel.ask(arms, questions);
            notes.add("*default*: Spring Boot as it comes, *lazy*: with `" + LAZY
                    + "`, *tuned*: the same with statements prepared on the server, `readOnlyPropagatesToServer=false`,"
                    + " auto-commit off in the pool and `provider_disables_autocommit`; `JdbcTemplate` with auto-commit"
                    + " and an eager connection, as it would otherwise send a ROLLBACK. *handlersocket*: as it comes"
                    + " with the starter and an annotated repository. 16 pooled connections each. *client*: the lookup by"
                    + " the client alone, what an integration that costs nothing would reach.");
            notes.addAll(panel.notes());
            return new LayerResult("spring", panel.series(), List.of(), panel.figures(), panel.costs(), notes);
        }
    }

    /** The first calls only start what is missing. */
    static void awaitFast(ApplicationContext context) throws Exception {
        UserRepository users = context.getBean(UserRepository.class);
        RouteCount routes = context.getBean(RouteCount.class);
        MemberRepository members = context.getBean(MemberRepository.class);
        awaitFast(routes, () -> users.findById(1));
        awaitFast(routes, () -> members.findByTeamId(1));
        awaitFast(routes, () -> users.findViewById(1));
    }

    private static void awaitFast(RouteCount routes, Runnable call) throws InterruptedException {
        long before = routes.fast();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (routes.fast() == before && System.nanoTime() < deadline) {
            call.run();
            Thread.sleep(20);
        }
    }

    private Arm add(String what, int threads, Threads.Read read) {
        Arm arm = new ThreadsArm(what + "-" + threads, threads, read);
        arms.add(arm);
        return arm;
    }

    private Arm routed(ApplicationContext context, Arm arm) {
        RouteCount routes = context.getBean(RouteCount.class);
        Arm routed = new RoutedArm(arm, routes::fast, routes::others);
        arms.set(arms.indexOf(arm), routed);
        return routed;
    }

    private void ask(String key, Arm arm, Arm base) {
        questions.add(new Question(key, arm.name(), base.name()));
    }
}
