// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.observation;

import io.handlersocket.spring.LookupListener.Lookup;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Determines the names and tags of {@code handlersocket.lookup}. A bean of this type replaces the starter's, which uses
 * these methods: OpenTelemetry's attribute names for databases. The tags of low cardinality are those of the timer and
 * the span, all others of the span only.
 */
public interface LookupObservationConvention extends ObservationConvention<LookupObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof LookupObservationContext;
    }

    @Override
    default String getName() {
        return "handlersocket.lookup";
    }

    @Override
    default String getContextualName(LookupObservationContext context) {
        return context.operation() + ' ' + context.table();
    }

    @Override
    default KeyValues getLowCardinalityKeyValues(LookupObservationContext context) {
        return KeyValues.of(
                LookupObservationContext.SYSTEM,
                KeyValue.of("db.operation.name", context.operation()),
                KeyValue.of("db.collection.name", context.table()),
                context.outcome().tag);
    }

    @Override
    default KeyValues getHighCardinalityKeyValues(LookupObservationContext context) {
        Lookup lookup = context.lookup();
        return KeyValues.of(
                KeyValue.of("handlersocket.method", context.repository().getSimpleName() + '.' + context.method()),
                KeyValue.of("handlersocket.reason", lookup == null ? "" : lookup.reason()));
    }
}
