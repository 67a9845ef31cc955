// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.spring.LookupListener;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.internal.repository.report.LookupCalls;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Makes an observation of each call, unless the registry is a no-op. Its tags are OpenTelemetry's attributes of
 * databases, and contain no keys and no values. The {@link LookupListener.Lookup} is in its context.
 */
public record LookupObservations(ObservationRegistry registry) implements LookupCalls, LookupListener {

    private static final String NAME = "handlersocket.lookup";
    private static final String REASON = "handlersocket.reason";
    private static final KeyValue SYSTEM = KeyValue.of("db.system.name", "mariadb");
    private static final KeyValue HIT = outcome("hit");
    private static final KeyValue MISS = outcome("miss");
    private static final KeyValue FALLBACK = outcome("fallback");

    /** Also before the call has ended. */
    private static final KeyValue ERROR = outcome("error");

    private static KeyValue outcome(String value) {
        return KeyValue.of("outcome", value);
    }

    @Override
    public @Nullable Object around(Call call, Next next) throws Throwable {
        Observation observation = Observation.createNotStarted(NAME, registry);
        if (observation.isNoop()) { // also by management.observations.enable.handlersocket=false
            return next.proceed();
        }
        observation
                .contextualName(call.operation() + ' ' + call.table())
                .lowCardinalityKeyValue(SYSTEM)
                .lowCardinalityKeyValue("db.operation.name", call.operation())
                .lowCardinalityKeyValue("db.collection.name", call.table())
                .lowCardinalityKeyValue(ERROR)
                .highCardinalityKeyValue(
                        "handlersocket.method", call.repository().getSimpleName() + '.' + call.method())
                .highCardinalityKeyValue(REASON, "")
                .start();
        Object answer;
        try (Observation.Scope scope = observation.openScope()) {
            answer = next.proceed();
        } catch (Throwable e) {
            end(observation, null, e);
            throw e;
        }
        if (answer instanceof CompletionStage<?> later) {
            // The caller gets the dependent stage: when it sees the result, the observation has ended.
            return later.whenComplete((result, failure) -> end(observation, result, failure));
        }
        end(observation, answer, null);
        return answer;
    }

    private static void end(Observation observation, @Nullable Object answer, @Nullable Throwable failure) {
        Lookup lookup = observation.getContext().get(Lookup.class);
        if (lookup != null) {
            observation.highCardinalityKeyValue(REASON, lookup.reason());
        }
        if (failure != null) {
            observation.error(LookupCalls.cause(failure));
        } else if (lookup != null) {
            observation.lowCardinalityKeyValue(
                    lookup.route() == LookupRoute.JDBC ? FALLBACK : isFound(answer) ? HIT : MISS);
        }
        observation.stop();
    }

    private static boolean isFound(@Nullable Object answer) {
        return answer instanceof Optional<?> optional
                ? optional.isPresent()
                : answer instanceof Collection<?> rows
                        ? !rows.isEmpty()
                        : answer != null && !Boolean.FALSE.equals(answer);
    }

    @Override
    public Executor here(Executor executor) {
        Observation current = registry.getCurrentObservation();
        return current == null ? executor : task -> executor.execute(() -> current.scoped(task));
    }

    @Override
    public void answered(Lookup lookup) {
        Observation observation = registry.getCurrentObservation();
        if (observation != null && NAME.equals(observation.getContext().getName())) {
            observation.getContext().put(Lookup.class, lookup);
        }
    }
}
