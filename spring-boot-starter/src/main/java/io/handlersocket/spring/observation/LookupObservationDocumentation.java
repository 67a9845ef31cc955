// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/** Lists the observations of the starter and their tags. */
public enum LookupObservationDocumentation implements ObservationDocumentation {
    /** One call of a method of a {@code @FastLookup} repository, whatever its route. */
    LOOKUP {
        @Override
        public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
            return DefaultLookupObservationConvention.class;
        }

        @Override
        public KeyName[] getLowCardinalityKeyNames() {
            return LowCardinality.values();
        }

        @Override
        public KeyName[] getHighCardinalityKeyNames() {
            return HighCardinality.values();
        }
    };

    /** Tags of the timer and the span. */
    public enum LowCardinality implements KeyName {
        /** Always {@code mariadb}. */
        SYSTEM("db.system.name"),
        /** {@code find} or {@code exists}. */
        OPERATION("db.operation.name"),
        /** The name of the table. */
        COLLECTION("db.collection.name"),
        /** {@code hit}, {@code miss}, {@code fallback} or {@code error}. */
        OUTCOME("outcome");

        private final String key;

        LowCardinality(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }

    /** Tags of the span only. */
    public enum HighCardinality implements KeyName {
        /** The repository's interface and method. */
        METHOD("handlersocket.method"),
        /** Why HandlerSocket did not answer; empty if it did. */
        REASON("handlersocket.reason");

        private final String key;

        HighCardinality(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }
}
