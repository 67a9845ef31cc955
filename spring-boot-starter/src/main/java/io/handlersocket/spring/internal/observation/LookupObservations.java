// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.observation;

import io.handlersocket.spring.LookupListener;
import io.handlersocket.spring.internal.repository.report.Failures;
import io.handlersocket.spring.internal.repository.report.LookupCalls;
import io.handlersocket.spring.observation.LookupObservationContext;
import io.handlersocket.spring.observation.LookupObservationConvention;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Makes an observation of each call, unless the registry is a no-op. */
public record LookupObservations(
        ObservationRegistry registry, @Nullable LookupObservationConvention convention)
        implements LookupCalls, LookupListener {

    private static final LookupObservationConvention DEFAULT = new LookupObservationConvention() {};

    @Override
    public @Nullable Object around(Call call, Next next) throws Throwable {
        if (registry.isNoop()) {
            return next.proceed();
        }
        LookupObservationContext context =
                new LookupObservationContext(call.repository(), call.method(), call.operation(), call.table());
        Observation observation = Observation.createNotStarted(convention, DEFAULT, () -> context, registry)
                .start();
        if (observation.isNoop()) { // management.observations.enable.handlersocket=false
            return next.proceed();
        }
        Object answer;
        try (Observation.Scope scope = observation.openScope()) {
            answer = next.proceed();
        } catch (Throwable e) {
            observation.error(e);
            observation.stop();
            throw e;
        }
        if (answer instanceof CompletionStage<?> later) {
            // The caller gets the dependent stage: when it sees the result, the observation has ended.
            return later.whenComplete((result, failure) -> end(observation, context, result, failure));
        }
        end(observation, context, answer, null);
        return answer;
    }

    private static void end(
            Observation observation,
            LookupObservationContext context,
            @Nullable Object answer,
            @Nullable Throwable failure) {
        if (failure == null) {
            context.answer(answer);
        } else {
            observation.error(Failures.cause(failure));
        }
        observation.stop();
    }

    @Override
    public Executor here(Executor executor) {
        Observation current = registry.getCurrentObservation();
        return current == null ? executor : task -> executor.execute(() -> current.scoped(task));
    }

    @Override
    public void answered(Lookup lookup) {
        Observation observation = registry.getCurrentObservation();
        if (observation != null && observation.getContext() instanceof LookupObservationContext context) {
            context.lookup(lookup);
        }
    }
}
