// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.browser;

import io.handlersocket.testkit.DistributionBrowser;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a {@link Visitor} with a browser of its own and the {@link Stage}. Without a browser they are skipped
 * with the reason, unless {@link DistributionBrowser#isRequired() it is required}.
 */
final class Journeys implements ExecutionCondition, ParameterResolver, BeforeEachCallback, AfterEachCallback {

    private static final int MOST_PARAMETERS = 4;
    private static final Namespace ALL = Namespace.create(Journeys.class);

    /** What was found once for all classes. */
    private record Found(Optional<DistributionBrowser> browser, String reason) {}

    /** Closed by JUnit after the last class: a build runs each class alone, and the root context would end with it. */
    private static Stage stage(ExtensionContext context) {
        return session(context).computeIfAbsent(Stage.class, key -> new Stage(), Stage.class);
    }

    private static Store session(ExtensionContext context) {
        return context.getStore(StoreScope.LAUNCHER_SESSION, ALL);
    }

    private static Found found(ExtensionContext context) {
        return session(context).computeIfAbsent(Found.class, key -> search(), Found.class);
    }

    @SuppressWarnings("SystemOut") // a skip must say its reason in the build's output
    private static Found search() {
        try {
            return new Found(Optional.of(DistributionBrowser.find()), "");
        } catch (IllegalStateException e) {
            if (DistributionBrowser.isRequired()) {
                throw e;
            }
            String reason = "Browser tests are skipped: " + e.getMessage();
            System.out.println(reason);
            return new Found(Optional.empty(), reason);
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Found found = found(context);
        return found.browser().isPresent()
                ? ConditionEvaluationResult.enabled("a browser is there")
                : ConditionEvaluationResult.disabled(found.reason());
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Visitor.class || type == Stage.class;
    }

    /** Two visitors of a test have two browsers; the next test's visitors take them over, as new. */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (parameter.getParameter().getType() == Stage.class) {
            return stage(context);
        }
        return session(context)
                .computeIfAbsent(
                        parameter.getIndex(),
                        index -> new Visitor(
                                found(context).browser().orElseThrow(),
                                stage(context).address()),
                        Visitor.class);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        stage(context).awaitFast();
        visitors(context).forEach(Visitor::beAsNew);
    }

    private static Stream<Visitor> visitors(ExtensionContext context) {
        return IntStream.range(0, MOST_PARAMETERS)
                .mapToObj(index -> session(context).get(index, Visitor.class))
                .filter(Objects::nonNull);
    }

    /** Shows what a visitor saw when the journey failed. */
    @Override
    public void afterEach(ExtensionContext context) {
        if (context.getExecutionException().isPresent()) {
            visitors(context).forEach(visitor -> visitor.describe(context.getDisplayName()));
        }
    }
}
