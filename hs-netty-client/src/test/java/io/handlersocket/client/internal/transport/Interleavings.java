// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Lincheck tries interleavings of two threads and compares their results with those of a sequential specification. The
 * scenarios are written by hand: chance finds the few operations rarely that a mistake needs.
 */
public final class Interleavings {

    /**
     * With 20, these mistakes are found: a breaker that opens late, never, or loses a failure; a lost wake-up; a request
     * that is taken twice or lost.
     */
    private static final int INVOCATIONS = 50;

    private Interleavings() {}

    /** A scenario: what runs before, in each of two threads at the same time, and after. */
    public record Scenario(List<Actor> before, List<Actor> one, List<Actor> other, List<Actor> after) {}

    public static Actor call(Class<?> type, String name, Object... arguments) {
        Method method = Stream.of(type.getMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return new Actor(method, List.of(arguments));
    }

    public static void check(Class<?> type, Class<?> specification, Scenario... scenarios) {
        ModelCheckingOptions options = new ModelCheckingOptions()
                .iterations(0)
                .invocationsPerIteration(INVOCATIONS)
                .sequentialSpecification(specification);
        for (Scenario each : scenarios) {
            options.addCustomScenario(
                    new ExecutionScenario(each.before(), List.of(each.one(), each.other()), each.after(), null));
        }
        options.check(type);
    }
}
