// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.awaitility.Awaitility;

/** Clients that wait while the machine stands still for a moment, in tests that are about something else. */
public final class PatientClient {

    private PatientClient() {}

    public static HandlerSocketClientBuilder builder() {
        return HandlerSocketClient.builder()
                .connectTimeout(Duration.ofSeconds(10))
                .requestTimeout(Duration.ofSeconds(5));
    }

    /**
     * The same without the guard, which closes all connections if the machine keeps it from looking: for tests that
     * change no table while a client has it open.
     */
    public static HandlerSocketClientBuilder unguarded() {
        return builder().withoutGuard();
    }

    /** Opens the primary key of a table, again if the machine keeps the server from answering in time. */
    public static Index index(HandlerSocketClient client, String table) {
        return answer(() -> client.index(table));
    }

    /** Returns the first answer of work that a caller may repeat if a client has no answer in time. */
    public static <T> T answer(Callable<T> work) {
        return Awaitility.await()
                .pollInSameThread()
                .atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .ignoreExceptionsMatching(PatientClient::isRetryable)
                .until(work, answer -> true);
    }

    private static boolean isRetryable(Throwable failure) {
        Throwable cause = failure instanceof CompletionException stage ? stage.getCause() : failure;
        return cause instanceof HandlerSocketException retry && retry.retryable();
    }
}
