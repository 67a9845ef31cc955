// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.autoconfigure;

import io.handlersocket.advisor.autoconfigure.AdvisorProperties.Advise;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if the application only asks for advice. */
final class AdviseCondition extends SpringBootCondition {

    private static final String PROPERTY = "handlersocket.advise";

    /** Returns the property; {@code --handlersocket.advise} without a value means on. */
    static Advise advise(Environment environment) {
        Binder binder = Binder.get(environment);
        boolean empty = binder.bind(PROPERTY, String.class).map(String::isEmpty).orElse(false);
        return empty ? Advise.ON : binder.bind(PROPERTY, Advise.class).orElse(Advise.OFF);
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Advise advise = advise(context.getEnvironment());
        return new ConditionOutcome(
                advise != Advise.OFF,
                ConditionMessage.forCondition("HandlerSocket advice").because(PROPERTY + '=' + advise));
    }
}
