// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.autoconfigure;

import io.handlersocket.replicas.spring.ReplicaEndpoint;
import java.util.stream.StreamSupport;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if properties or beans name a replica. */
final class EndpointsCondition extends AnyNestedCondition {

    EndpointsCondition() {
        super(ConfigurationPhase.REGISTER_BEAN);
    }

    @Conditional(Listed.class)
    static final class Properties {}

    @ConditionalOnBean(ReplicaEndpoint.class)
    static final class Beans {}

    /** Matches if there is a property of a replica. */
    static final class Listed extends SpringBootCondition {

        private static final ConfigurationPropertyName REPLICAS =
                ConfigurationPropertyName.of("handlersocket.endpoints.replicas");

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            boolean listed = StreamSupport.stream(
                            ConfigurationPropertySources.get(context.getEnvironment())
                                    .spliterator(),
                            false)
                    .anyMatch(source -> source.containsDescendantOf(REPLICAS) == ConfigurationPropertyState.PRESENT);
            return new ConditionOutcome(
                    listed,
                    ConditionMessage.forCondition("HandlerSocket replicas")
                            .because((listed ? "found " : "no ") + REPLICAS));
        }
    }
}
