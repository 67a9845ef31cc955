// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/** Runs cases at the same time that share nothing and mostly wait. Each is a test in the report. */
public final class AtOnce {

    private static final int MOST_SECONDS = 120;

    private AtOnce() {}

    /**
     * Starts all cases and returns a test for each, which ends when its case has ended.
     *
     * @param cases by their names
     */
    public static Stream<DynamicTest> tests(Map<String, Executable> cases) {
        ExecutorService threads = Executors.newFixedThreadPool(cases.size());
        Stream<DynamicTest> tests = cases.entrySet().stream()
                .map(each -> {
                    Future<?> end = threads.submit(() -> {
                        run(each.getValue());
                        return null;
                    });
                    return DynamicTest.dynamicTest(each.getKey(), () -> await(end));
                })
                .toList() // now, or each would begin when the one before has ended
                .stream();
        threads.shutdown();
        return tests;
    }

    private static void run(Executable body) throws Exception {
        try {
            body.execute();
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(Future<?> end) throws Throwable {
        try {
            end.get(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }
}
