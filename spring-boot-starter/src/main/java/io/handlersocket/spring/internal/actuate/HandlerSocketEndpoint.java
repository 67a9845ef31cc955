// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.spi.PlanOnly;
import io.handlersocket.spring.spi.ReportPart;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * The endpoint {@code /actuator/handlersocket}. It answers three questions: is HandlerSocket working; what is fast and
 * what not, with the remedy; what went where, how often and how fast. Shows no secrets. It is read-only unless {@code
 * management.endpoint.handlersocket.access} or {@code management.endpoints.access.default} is {@code unrestricted}.
 */
@Endpoint(id = "handlersocket", defaultAccess = Access.READ_ONLY)
public final class HandlerSocketEndpoint implements DisposableBean {

    private static final Duration DEFAULT_DRAIN = Duration.ofMinutes(15);
    private static final Duration SHORTEST_DRAIN = Duration.ofSeconds(1);
    private static final Duration LONGEST_DRAIN = Duration.ofHours(24);

    /** One of so many loads and calls is not worth a change. */
    private static final int RARE = 100;

    private final HandlerSocketClient client;
    private final TimedDrain drain;
    private final Routes routes;
    private final @Nullable PlanOnly planOnly;
    private final Supplier<Stream<ReportPart>> parts;

    /** @param planOnly keeps the application on JDBC; null if nothing does */
    public HandlerSocketEndpoint(
            HandlerSocketClient client,
            Routes routes,
            @Nullable PlanOnly planOnly,
            Supplier<Stream<ReportPart>> parts) {
        this.client = client;
        this.drain = new TimedDrain(client);
        this.routes = routes;
        this.planOnly = planOnly;
        this.parts = parts;
    }

    /** Returns whether HandlerSocket works, in a summary and in detail. */
    @ReadOperation
    public Report report() {
        ClientSnapshot snapshot = client.snapshot();
        ServerFacts facts = client.server().orElse(null);
        ClientRoute route = ClientRoute.of(client, snapshot, routes.loads());
        FallbackLimit limit = routes.loads().fallback();
        JdbcReason whyNot = route.whyNot();
        List<LoadReport> loads = loads();
        List<MethodReport> methods = methods();
        Map<String, Object> extensions = new TreeMap<>();
        for (ReportPart part : parts.get().toList()) {
            Object report = part.report();
            if (report != null) {
                extensions.put(part.name(), report);
            }
        }
        return new Report(
                snapshot.state(),
                snapshot.since(),
                facts == null
                        ? null
                        : facts.version()
                                + snapshot.endpoint().map(at -> " at " + at).orElse("") + ", schema " + facts.schema(),
                route.route(),
                whyNot == null ? null : whyNot.kind(),
                whyNot == null ? null : whyNot.text(),
                Digits.share(
                        loads.stream().mapToLong(LoadReport::handlerSocket).sum(),
                        loads.stream().mapToLong(LoadReport::jdbc).sum()),
                Digits.share(
                        methods.stream().mapToLong(MethodReport::handlerSocket).sum(),
                        methods.stream().mapToLong(MethodReport::jdbc).sum()),
                next(route, snapshot, loads, methods),
                drain.end(),
                route.units(),
                Report.Client.of(snapshot, facts),
                limit == null ? null : Report.Fallback.of(limit),
                extensions.isEmpty() ? null : extensions);
    }

    /** Returns the one thing to do next: about the client first, then about the most frequent reason. */
    private @Nullable String next(
            ClientRoute route, ClientSnapshot snapshot, List<LoadReport> loads, List<MethodReport> methods) {
        if (planOnly != null) {
            return "Read the view advice of this endpoint.";
        }
        if (route.whyNot() != null || route.next() != null) {
            return route.next();
        }
        if (!snapshot.quarantined().isEmpty()) {
            return "Look for sessions that wait for a lock on "
                    + snapshot.quarantined().keySet() + '.';
        }
        long all = loads.stream()
                        .mapToLong(load -> load.handlerSocket() + load.jdbc())
                        .sum()
                + methods.stream().mapToLong(MethodReport::calls).sum();
        return Stream.concat(
                        loads.stream().flatMap(load -> todo(load.load(), load.reasons())),
                        methods.stream().flatMap(call -> todo(call.repository() + '.' + call.method(), call.reasons())))
                .max(Comparator.comparingLong(Todo::count))
                .filter(todo -> todo.count() * RARE >= all)
                .map(todo -> todo.name() + ": " + todo.advice() + " Seen " + todo.count() + " times since startup.")
                .orElse(null);
    }

    private record Todo(String name, String advice, long count) {}

    /** Returns whether a reason is of before: the client is ready now, and nothing locks a table. */
    private static boolean isOver(Why why) {
        return why.kind() == JdbcReason.Kind.NOT_OPEN || why.kind() == JdbcReason.Kind.OUTAGE;
    }

    private static Stream<Todo> todo(String name, @Nullable List<Why> reasons) {
        return reasons == null
                ? Stream.empty()
                : reasons.stream()
                        .filter(why -> !isOver(why) && !why.advice().startsWith("Nothing"))
                        .map(why -> new Todo(name, why.advice(), why.count()));
    }

    /**
     * Returns one view.
     *
     * @return null, which is status 404, for {@code advice} unless the application only plans its loads
     */
    @ReadOperation
    public @Nullable Object view(@Selector View view) {
        return switch (view) {
            case ENTITIES -> OperationResponseBody.of(Map.of("entities", entities()));
            case METHODS -> OperationResponseBody.of(Map.of("methods", methods()));
            case LOADS -> OperationResponseBody.of(Map.of("loads", loads()));
            case ADVICE -> planOnly == null ? null : planOnly.advice();
        };
    }

    public List<EntityReport> entities() {
        return routes.entities(ClientRoute.lasting(client.snapshot()));
    }

    public List<MethodReport> methods() {
        return routes.methods(ClientRoute.lasting(client.snapshot()));
    }

    public List<LoadReport> loads() {
        return routes.counted();
    }

    /**
     * Closes all connections of this application's client for a limited time, or lets the client connect again.
     *
     * @param action {@code drain} or {@code resume}; a second {@code drain} replaces the end of the first
     * @param duration how long the drain lasts at most, 1 s to 24 h, in milliseconds unless a unit is given; 15 minutes
     *     if null; not for {@code resume}
     * @return the report after the action
     * @throws InvalidEndpointRequestException if the duration is out of range or given for {@code resume}
     */
    @WriteOperation
    public Report change(Action action, @Nullable Duration duration) {
        switch (action) {
            case DRAIN -> drain.drain(checked(duration == null ? DEFAULT_DRAIN : duration));
            case RESUME -> {
                if (duration != null) {
                    throw invalid("duration: " + duration + " (expected none for resume)");
                }
                drain.resume();
            }
        }
        return report();
    }

    private static Duration checked(Duration duration) {
        if (duration.compareTo(SHORTEST_DRAIN) < 0 || duration.compareTo(LONGEST_DRAIN) > 0) {
            throw invalid("duration: " + duration + " (expected 1s to 24h)");
        }
        return duration;
    }

    private static InvalidEndpointRequestException invalid(String message) {
        return new InvalidEndpointRequestException(message, message);
    }

    @Override
    public void destroy() {
        drain.close();
    }

    /** The views of the endpoint besides the report. */
    public enum View {
        ENTITIES,
        METHODS,
        LOADS,
        /** What would be fast, of an application that only plans its loads. */
        ADVICE
    }

    public enum Action {
        DRAIN,
        RESUME
    }
}
