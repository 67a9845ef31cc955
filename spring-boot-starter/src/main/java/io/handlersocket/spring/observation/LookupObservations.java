// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.observation;

import io.handlersocket.spring.LookupListener;
import io.handlersocket.spring.repository.LookupCalls;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/** Makes an observation of each call, unless nobody would see it. */
public final class LookupObservations implements LookupCalls, LookupListener {

    private static final LookupObservationConvention DEFAULT = new DefaultLookupObservationConvention();

    private final ObservationRegistry registry;
    private final @Nullable LookupObservationConvention convention;

    public LookupObservations(ObservationRegistry registry, @Nullable LookupObservationConvention convention) {
        this.registry = registry;
        this.convention = convention;
    }

    @Override
    public @Nullable Object around(Call call, Next next) throws Throwable {
        if (registry.isNoop()) {
            return next.proceed();
        }
        LookupObservationContext context = new LookupObservationContext(call);
        Observation observation = LookupObservationDocumentation.LOOKUP
                .observation(convention, DEFAULT, () -> context, registry)
                .start();
        try (Observation.Scope scope = observation.openScope()) {
            Object answer = next.proceed();
            context.answer(answer);
            return answer;
        } catch (Throwable e) {
            observation.error(e);
            throw e;
        } finally {
            observation.stop();
        }
    }

    @Override
    public void answered(Lookup lookup) {
        Observation observation = registry.getCurrentObservation();
        if (observation != null && observation.getContext() instanceof LookupObservationContext context) {
            context.lookup(lookup);
        }
    }
}
