// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.served;

import io.handlersocket.spring.LookupListener;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import org.springframework.stereotype.Component;

/**
 * Counts the calls of fast repository methods. The listener hears of each on the thread that answers it. That is
 * another one for futures, whose observation remembers who asked.
 */
@Component
class LookupCount implements LookupListener, ObservationHandler<Observation.Context> {

    @Override
    public void answered(Lookup lookup) {
        Meter meter = Meter.current();
        if (meter != null) {
            meter.answered(lookup);
        }
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return "handlersocket.lookup".equals(context.getName());
    }

    @Override
    public void onStart(Observation.Context context) {
        Meter meter = Meter.current();
        if (meter != null) {
            context.put(Meter.class, meter);
        }
    }

    @Override
    public void onStop(Observation.Context context) {
        Meter meter = context.get(Meter.class);
        Lookup lookup = context.get(Lookup.class);
        if (meter != null && lookup != null) {
            meter.answered(lookup);
        }
    }
}
