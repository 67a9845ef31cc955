// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Determines the names and tags of {@code handlersocket.lookup}. A bean of this type replaces the default convention.
 */
public interface LookupObservationConvention extends ObservationConvention<LookupObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof LookupObservationContext;
    }
}
