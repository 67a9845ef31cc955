// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.observation;

import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.observation.LookupObservationDocumentation.HighCardinality;
import io.handlersocket.spring.observation.LookupObservationDocumentation.LowCardinality;
import io.micrometer.common.KeyValues;
import java.util.Locale;

/** The default convention: the name {@code handlersocket.lookup} and OpenTelemetry's attribute names for databases. */
public final class DefaultLookupObservationConvention implements LookupObservationConvention {

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
                LowCardinality.SYSTEM.withValue("mariadb"),
                LowCardinality.OPERATION.withValue(context.operation()),
                LowCardinality.COLLECTION.withValue(context.table()),
                LowCardinality.OUTCOME.withValue(context.outcome().name().toLowerCase(Locale.ROOT)));
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(LookupObservationContext context) {
        Lookup lookup = context.lookup();
        return KeyValues.of(
                HighCardinality.METHOD.withValue(context.repository().getSimpleName() + '.' + context.method()),
                HighCardinality.REASON.withValue(lookup == null ? "" : lookup.reason()));
    }
}
