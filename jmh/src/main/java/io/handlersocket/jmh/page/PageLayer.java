// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.page;

import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.CostMeter;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Layer;
import io.handlersocket.jmh.measure.LayerResult;
import io.handlersocket.jmh.measure.Pace;
import io.handlersocket.jmh.measure.Panel;
import io.handlersocket.jmh.measure.Question;
import java.util.ArrayList;
import java.util.List;

/** A page over HandlerSocket beside the same page over JDBC, as it comes and at its best. */
public final class PageLayer implements Layer {

    /** A call runs through much more code than a lookup does, and all of it must be compiled. */
    private static final int WARM_UPS = 8;

    static final int[] THREADS = {1, 16};

    private static final String ABOUT =
            "A page is a service call in a read-only transaction: an owner, 3 pets ordered by name, and 4 visits"
                    + " of each ordered by date, batch fetched, with actuator and observations on. *default*: Spring Boot"
                    + " as it comes. *tuned*: prepared on the server, `readOnlyPropagatesToServer=false`,"
                    + " `connection-fetch=lazy`, auto-commit off in the pool and `provider_disables_autocommit`."
                    + " *handlersocket*: the same settings with the starter. All three gave equal pages before the"
                    + " measurement. *client*: the same lookups in as many round trips by the client alone, without Spring"
                    + " and Hibernate.";

    @Override
    public LayerResult run(Database db, Pace pace) throws Exception {
        PageTables.load(db);
        try (CostMeter meter = new CostMeter(db);
                Pages pages = new Pages(db);
                ClientPage client = new ClientPage(db)) {
            pages.checkEqual();
            Panel panel = new Panel(pace.warmed(WARM_UPS), meter);
            List<Arm> arms = new ArrayList<>();
            List<Question> questions = new ArrayList<>();
            for (int threads : THREADS) {
                for (Page.Setting setting : Page.Setting.values()) {
                    arms.add(pages.arm(setting, threads));
                }
                for (Page.Setting base : List.of(Page.Setting.DEFAULT, Page.Setting.TUNED)) {
                    questions.add(new Question(
                            PageFigures.key(threads, "vs", base),
                            Page.arm(Page.Setting.HANDLERSOCKET, threads),
                            Page.arm(base, threads)));
                }
                Arm ceiling = client.arm(threads);
                arms.add(ceiling);
                questions.add(new Question(
                        PageFigures.key(threads, "ceiling_vs", Page.Setting.TUNED),
                        ceiling.name(),
                        /* base= */ Page.arm(Page.Setting.TUNED, threads)));
            }
            panel.ask(arms, questions);
            PageFigures.of(panel.series(), panel.costs(), panel.figures()).forEach(panel::add);
            List<String> notes = new ArrayList<>(List.of(ABOUT));
            notes.addAll(panel.notes());
            return new LayerResult("page", panel.series(), List.of(), panel.figures(), panel.costs(), notes);
        }
    }
}
