// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.observation;

import static java.util.Objects.requireNonNull;

import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.observation.LookupObservationContext.Outcome;
import io.handlersocket.spring.observation.LookupObservationDocumentation.HighCardinality;
import io.handlersocket.spring.observation.LookupObservationDocumentation.LowCardinality;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The default convention: the name {@code handlersocket.lookup} and OpenTelemetry's attribute names for databases. */
public final class DefaultLookupObservationConvention implements LookupObservationConvention {

    private static final KeyValue SYSTEM = LowCardinality.SYSTEM.withValue("mariadb");
    private static final Map<Outcome, KeyValue> OUTCOMES = outcomes();

    private static Map<Outcome, KeyValue> outcomes() {
        Map<Outcome, KeyValue> outcomes = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(
                    outcome, LowCardinality.OUTCOME.withValue(outcome.name().toLowerCase(Locale.ROOT)));
        }
        return outcomes;
    }

    @Override
    public String getName() {
        return "handlersocket.lookup";
    }

    @Override
    public String getContextualName(LookupObservationContext context) {
        return context.operation() + ' ' + context.table();
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(LookupObservationContext context) {
        return KeyValues.of(
                SYSTEM,
                LowCardinality.OPERATION.withValue(context.operation()),
                LowCardinality.COLLECTION.withValue(context.table()),
                requireNonNull(OUTCOMES.get(context.outcome())));
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(LookupObservationContext context) {
        Lookup lookup = context.lookup();
        return KeyValues.of(
                HighCardinality.METHOD.withValue(context.repository().getSimpleName() + '.' + context.method()),
                HighCardinality.REASON.withValue(lookup == null ? "" : lookup.reason()));
    }
}
