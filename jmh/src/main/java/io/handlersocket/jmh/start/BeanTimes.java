// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.start;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.context.metrics.buffering.BufferingApplicationStartup;
import org.springframework.boot.context.metrics.buffering.StartupTimeline.TimelineEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.metrics.StartupStep;

/** How long the application takes to make each of its beans, without the beans that are made meanwhile. */
final class BeanTimes {

    private static final int CAPACITY = 10_000;
    private static final int SHOWN = 25;

    private final BufferingApplicationStartup startup = new BufferingApplicationStartup(CAPACITY);

    private record Bean(String name, boolean ofStarter, double millis) {}

    BufferingApplicationStartup startup() {
        return startup;
    }

    /** Prints the slowest beans, and the sum of those whose type belongs to this project. */
    void print(ConfigurableApplicationContext context, PrintStream out) {
        List<TimelineEvent> events = startup.getBufferedTimeline().getEvents();
        Map<Long, Duration> children = new HashMap<>();
        for (TimelineEvent event : events) {
            Long parent = event.getStartupStep().getParentId();
            if (parent != null) {
                children.merge(parent, event.getDuration(), Duration::plus);
            }
        }
        List<Bean> beans = new ArrayList<>();
        for (TimelineEvent event : events) {
            StartupStep step = event.getStartupStep();
            if (step.getName().equals("spring.beans.instantiate")) {
                Duration inner = children.getOrDefault(step.getId(), Duration.ZERO);
                String name = name(step);
                beans.add(new Bean(
                        name,
                        isOfStarter(context, name),
                        event.getDuration().minus(inner).toNanos() / 1e6));
            }
        }
        beans.sort((one, other) -> Double.compare(other.millis(), one.millis()));
        beans.stream()
                .limit(SHOWN)
                .forEach(bean -> out.printf(
                        Locale.ROOT, "  %8.1f ms %s %s%n", bean.millis(), bean.ofStarter() ? "*" : " ", bean.name()));
        out.printf(
                Locale.ROOT,
                "  %8.1f ms in %d beans of this project (*), of %.1f ms in %d beans%n",
                beans.stream().filter(Bean::ofStarter).mapToDouble(Bean::millis).sum(),
                beans.stream().filter(Bean::ofStarter).count(),
                beans.stream().mapToDouble(Bean::millis).sum(),
                beans.size());
    }

    private static String name(StartupStep step) {
        for (StartupStep.Tag tag : step.getTags()) {
            if (tag.getKey().equals("beanName")) {
                return tag.getValue();
            }
        }
        return "?";
    }

    private static boolean isOfStarter(ConfigurableApplicationContext context, String bean) {
        Class<?> type = context.containsBean(bean) ? context.getType(bean, false) : null;
        return type != null && (type.getName().startsWith("io.handlersocket.") || bean.contains("handlerSocket"));
    }
}
