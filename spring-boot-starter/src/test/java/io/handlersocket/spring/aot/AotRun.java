// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.aot;

import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.spring.diary.Entries;
import io.handlersocket.spring.internal.repository.report.LookupCounts;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Runs in a class loader of its own, which has what was generated; tells how lookups went. */
public class AotRun implements Function<String[], String> {

    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(20);

    @Override
    public String apply(String[] arguments) {
        SpringApplication application = new SpringApplication(DiaryApplication.class);
        application.setMainApplicationClass(DiaryApplication.class);
        try (ConfigurableApplicationContext context = application.run(arguments)) {
            Entries entries = context.getBean(Entries.class);
            LookupCounts counts = context.getBean(LookupCounts.class);
            long end = System.nanoTime() + WAIT_NANOS;
            String answers = "";
            while (System.nanoTime() < end && !isFast(counts)) {
                answers = entries.findCardBySlug("slug-7") + "\n"
                        + Objects.requireNonNull(entries.findHeadlineBySlug("slug-1"))
                                .getTitle() + "\n"
                        + entries.findById(5L).map(Object::toString).orElse("") + "\n"
                        + entries.findTop3CardsByAuthorIdOrderByCreatedDesc(5).size();
            }
            return answers + "\n" + counts.all();
        }
    }

    private static boolean isFast(LookupCounts counts) {
        return counts.all().stream()
                        .filter(count -> count.route() == LookupRoute.HANDLERSOCKET)
                        .map(count -> count.method())
                        .distinct()
                        .count()
                == 4;
    }
}
