// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.hibernate.Route;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;
import org.springframework.core.io.ClassPathResource;

/** The endpoint as a page for people: {@code /actuator/handlersocket} for a client that prefers {@code text/html}. */
@EndpointWebExtension(endpoint = HandlerSocketEndpoint.class)
public record HandlerSocketPage(HandlerSocketEndpoint endpoint) {

    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);
    private static final List<String> METHODS = List.of(
            "Method", "Calls", "Over HandlerSocket", "Median, HandlerSocket / JDBC", "Main reason", "What to do");
    private static final List<String> LOADS =
            List.of("Load", "Loads", "Over HandlerSocket", "Main reason", "What to do");

    @ReadOperation(produces = "text/html;charset=UTF-8")
    public String page() throws IOException {
        Report report = endpoint.report();
        boolean fast = report.route() == Route.HANDLERSOCKET;
        String facts = Html.fact("State", report.state() + " since " + UTC.format(report.since()))
                + Html.fact("Why JDBC", report.reason())
                + Html.fact("Server", report.server())
                + Html.fact("Hibernate's loads", over(report.loadsShare()))
                + Html.fact("Repository calls", over(report.callsShare()))
                + Html.fact("Next", report.next() == null ? "nothing to do" : Html.unqualified(report.next()));
        String tables = Html.table("Repository methods", METHODS, methods())
                + Html.table(
                        "Loads by Hibernate",
                        LOADS,
                        Stream.concat(loads(), notLoaded()).toList());
        String body = "<h1>HandlerSocket <span class=\""
                + (fast ? "fast\">loads go over HandlerSocket" : "slow\">loads go to JDBC")
                + "</span></h1>\n<dl>\n" + facts + "</dl>\n" + tables;
        return new ClassPathResource("page.html", HandlerSocketPage.class)
                .getContentAsString(StandardCharsets.UTF_8)
                .replace("{body}", body);
    }

    private static @Nullable String over(@Nullable Double share) {
        return share == null ? null : Html.percent(share) + " over HandlerSocket";
    }

    private List<List<String>> methods() {
        return endpoint.methods().stream()
                .sorted(Comparator.comparingLong(MethodReport::calls).reversed()) // and then by name, as they are
                .map(method -> List.of(
                        method.repository() + '.' + method.method(),
                        Html.number(method.calls()),
                        share(method.share(), method.route() == Route.HANDLERSOCKET),
                        method.handlerSocketMicros() == null && method.jdbcMicros() == null
                                ? ""
                                : Html.time(method.handlerSocketMicros()) + " / " + Html.time(method.jdbcMicros()),
                        first(method.reason(), method.reasons(), Why::reason),
                        first(method.advice(), method.reasons(), Why::advice)))
                .toList();
    }

    private Stream<List<String>> loads() {
        return endpoint.loads().stream()
                .sorted(Comparator.comparingLong((LoadReport load) -> load.handlerSocket() + load.jdbc())
                        .reversed())
                .map(load -> List.of(
                        Html.unqualified(load.load()),
                        Html.number(load.handlerSocket() + load.jdbc()),
                        share(load.share(), false),
                        first(null, load.reasons(), Why::reason),
                        first(null, load.reasons(), Why::advice)));
    }

    private Stream<List<String>> notLoaded() {
        Set<String> loaded = endpoint.loads().stream().map(LoadReport::load).collect(Collectors.toSet());
        return endpoint.entities().stream()
                .filter(entity -> !loaded.contains(entity.entity()))
                .map(entity -> List.of(
                        Html.unqualified(entity.entity()),
                        "0",
                        share(null, entity.route() == Route.HANDLERSOCKET),
                        first(entity.reason(), null, Why::reason),
                        first(entity.advice(), null, Why::advice)));
    }

    /**
     * Returns the share; without one, the route that a call would take. No method of a bean has a type of the Hibernate
     * module in its signature: Spring reads the signatures, also where that module is absent.
     */
    private static String share(@Nullable Double share, boolean ready) {
        if (share != null) {
            return Html.percent(share);
        }
        return ready ? "ready" : "JDBC";
    }

    /** Returns what holds now; else what held most often. */
    private static String first(@Nullable String now, @Nullable List<Why> counted, Function<Why, String> part) {
        if (now != null) {
            return now;
        }
        return counted == null ? "" : part.apply(counted.get(0));
    }
}
