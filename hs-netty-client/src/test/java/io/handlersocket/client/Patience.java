// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;

/** Waits of tests for servers that may stand still for a moment. A call without an answer may be repeated. */
public final class Patience {

    /** The longest wait. */
    public static final Duration LIMIT = Duration.ofSeconds(30);

    private Patience() {}

    /**
     * Returns a wait on the calling thread, which may have a scope. A call without an answer is repeated. A failed
     * assertion ends {@code until} at once: a wrong answer is a defect.
     */
    public static ConditionFactory await() {
        return Awaitility.await()
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .atMost(LIMIT)
                .ignoreExceptionsMatching(Patience::isRetryable);
    }

    /** Returns the first answer of a call. */
    public static <T> T answer(Callable<T> call) {
        return await().until(call, answer -> true);
    }

    /** Waits until a call fails in this way. It must not have an answer before. */
    public static void awaitFailure(Callable<?> call, Predicate<HandlerSocketException> expected) {
        await().until(() -> {
            Throwable thrown = catchThrowable(call::call);
            assertThat(thrown).as("the failure of the call").isNotNull();
            HandlerSocketException failure = failure(thrown);
            assertThat(failure).as("%s", thrown).isNotNull();
            return expected.test(failure);
        });
    }

    /** Returns whether a call has had no answer, and the same call may succeed a moment later. */
    public static boolean isRetryable(Throwable thrown) {
        HandlerSocketException failure = failure(thrown);
        return failure != null && failure.retryable();
    }

    /** Returns the failure of a call, or of its stage. One that another library wraps is that library's. */
    private static @Nullable HandlerSocketException failure(@Nullable Throwable thrown) {
        if (thrown instanceof ExecutionException || thrown instanceof CompletionException) {
            return failure(thrown.getCause());
        }
        return thrown instanceof HandlerSocketException failure ? failure : null;
    }
}
