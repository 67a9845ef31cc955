// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.TooLargeException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UndecidableValueException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a blocking caller gets when another thread has failed. */
class BlockingCallTest {

    static List<HandlerSocketException> failures() {
        ProtocolException caused = new ProtocolException("a reply that cannot be read");
        caused.initCause(new OutOfMemoryError("made up"));
        return List.of(
                new UnavailableException(UnavailableException.Reason.WINDOW_FULL, "full"),
                new UnavailableException(UnavailableException.Reason.CLOSED, "closed"),
                new RefusedException("refused"),
                new UndecidableValueException("only SQL"),
                new TooLargeException("too large"),
                new RequestTimeoutException("late", true),
                new RequestTimeoutException("not sent", false),
                new ConnectionLostException("lost", null),
                new ConnectionLostException("lost", new java.io.IOException("reset")),
                new ServerErrorException("0:a.b(PRIMARY)", 1, "lock_tables"),
                new ServerErrorException("x: server error 2 y", 2, ""),
                caused);
    }

    private static Throwable failureOf(CompletableFuture<?> source) {
        return catchThrowable(() -> BlockingCall.await(System::nanoTime, source, TimeUnit.SECONDS.toNanos(1), "test"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void isTheSameInTheCallersOwnFrames(HandlerSocketException original) throws Exception {
        CompletableFuture<String> source = new CompletableFuture<>();
        Thread bringing = new Thread(() -> source.completeExceptionally(original));
        bringing.start();
        bringing.join();

        HandlerSocketException thrown = (HandlerSocketException) failureOf(source);

        assertThat(thrown).isNotSameAs(original).isExactlyInstanceOf(original.getClass());
        assertThat(thrown).hasMessage(original.getMessage()).hasCause(original);
        assertThat(thrown.fate()).isEqualTo(original.fate());
        assertThat(thrown.retryable()).isEqualTo(original.retryable());
        if (original instanceof UnavailableException unavailable) {
            assertThat(((UnavailableException) thrown).reason()).isEqualTo(unavailable.reason());
        }
        if (original instanceof ServerErrorException error) {
            assertThat(((ServerErrorException) thrown).code()).isEqualTo(error.code());
            assertThat(((ServerErrorException) thrown).error()).isEqualTo(error.error());
        }
        assertThat(Stream.of(thrown.getStackTrace()).map(StackTraceElement::getMethodName))
                .contains("isTheSameInTheCallersOwnFrames");
    }

    @Test
    void everyKindOfFailureIsAmongThese() {
        Set<Class<?>> kinds = new LinkedHashSet<>();
        addKinds(HandlerSocketException.class, kinds);
        Set<Class<?>> tested = new LinkedHashSet<>();
        failures().forEach(failure -> tested.add(failure.getClass()));
        assertThat(tested).containsExactlyInAnyOrderElementsOf(kinds);
    }

    private static void addKinds(Class<?> type, Set<Class<?>> kinds) {
        if (!java.lang.reflect.Modifier.isAbstract(type.getModifiers())) {
            kinds.add(type);
        }
        if (type.isSealed()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                addKinds(permitted, kinds);
            }
        }
    }

    @Test
    void otherFailuresKeepTheirCause() {
        IllegalArgumentException argument = new IllegalArgumentException("a value");
        assertThat(failureOf(CompletableFuture.failedFuture(argument)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a value")
                .hasCause(argument);
        Error error = new StackOverflowError("made up");
        assertThat(failureOf(CompletableFuture.failedFuture(error)))
                .isInstanceOf(CompletionException.class)
                .hasCause(error);
    }

    /** A call of many requests may take longer than one of them. */
    @Test
    void waitsAsLongAsRequestsAreSent() {
        CompletableFuture<String> source = new CompletableFuture<>();
        AtomicInteger asked = new AtomicInteger();
        String result = BlockingCall.await(
                System::nanoTime,
                source,
                1,
                () -> {
                    if (asked.incrementAndGet() == 2) {
                        source.complete("all");
                    }
                    return System.nanoTime();
                },
                "test");
        assertThat(result).isEqualTo("all");
    }

    @Test
    void doesNotWaitForRequestsThatAreNotAnswered() {
        long sent = System.nanoTime();
        assertThat(catchThrowable(
                        () -> BlockingCall.await(System::nanoTime, new CompletableFuture<>(), 1, () -> sent, "test")))
                .isInstanceOf(RequestTimeoutException.class);
    }
}
