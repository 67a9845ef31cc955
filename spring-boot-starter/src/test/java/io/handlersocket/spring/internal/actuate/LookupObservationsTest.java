// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.internal.repository.report.LookupCalls.Call;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LookupObservationsTest {

    private static final Call CALL = new Call(LookupObservationsTest.class, "findLater", "find", "player");

    private final List<Observation.Context> ended = new ArrayList<>();
    private final ObservationRegistry registry = ObservationRegistry.create();
    private final LookupObservations observations = new LookupObservations(registry);

    @BeforeEach
    void listen() {
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onStop(Observation.Context context) {
                ended.add(context);
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
    }

    @Test
    void endsWithTheAnswer() throws Throwable {
        Object answer = observations.around(CALL, () -> {
            observations.answered(lookup(LookupRoute.HANDLERSOCKET));
            return Optional.empty();
        });

        assertThat(answer).isEqualTo(Optional.empty());
        assertThat(ended).extracting(LookupObservationsTest::outcome).containsExactly("miss");
    }

    @Test
    void endsWithTheException() {
        assertThatThrownBy(() -> observations.around(CALL, () -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");

        assertThat(ended).extracting(LookupObservationsTest::outcome).containsExactly("error");
    }

    @Test
    void endsWhenTheFutureDoesAndKnowsTheWayThatOnlyAnotherThreadSaw() throws Throwable {
        Queue<Runnable> tasks = new ArrayDeque<>();
        CompletableFuture<String> result = new CompletableFuture<>();

        CompletableFuture<?> given = (CompletableFuture<?>) observations.around(CALL, () -> {
            observations.here(tasks::add).execute(() -> observations.answered(lookup(LookupRoute.HANDLERSOCKET)));
            return result;
        });

        assertThat(registry.getCurrentObservation()).isNull();
        assertThat(ended).isEmpty();
        tasks.remove().run();
        assertThat(ended).isEmpty();
        result.complete("Zoë");
        assertThat(given).isCompletedWithValueMatching("Zoë"::equals);
        assertThat(ended).extracting(LookupObservationsTest::outcome).containsExactly("hit");
    }

    @Test
    void endsWithTheFailureOfTheFuture() throws Throwable {
        CompletableFuture<String> result = new CompletableFuture<>();
        observations.around(CALL, () -> result.thenApply(String::trim));

        result.completeExceptionally(new IllegalStateException("later"));

        assertThat(ended).singleElement().satisfies(context -> {
            assertThat(outcome(context)).isEqualTo("error");
            assertThat(context.getError()).hasMessage("later").isInstanceOf(IllegalStateException.class);
        });
    }

    @Test
    void makesNothingWhereNobodyListens() throws Throwable {
        LookupObservations idle = new LookupObservations(ObservationRegistry.NOOP);

        assertThat(idle.around(CALL, () -> 1)).isEqualTo(1);
        assertThat(idle.here(Runnable::run)).isNotNull();
        ObservationRegistry unheard = ObservationRegistry.create(); // without a handler
        unheard.observationConfig().observationPredicate((name, context) -> {
            throw new AssertionError(name);
        });
        assertThat(new LookupObservations(unheard).around(CALL, () -> 2)).isEqualTo(2);
        assertThat(ended).isEmpty();
    }

    @Test
    void tagsEachCallByItsOwnAnswer() throws Throwable {
        observations.around(CALL, () -> {
            observations.answered(lookup(LookupRoute.HANDLERSOCKET));
            return Optional.of("Zoë");
        });
        observations.around(CALL, () -> {
            observations.answered(
                    new Lookup(LookupObservationsTest.class, "findLater", LookupRoute.JDBC, null, "a reason", 1));
            return Optional.of("Zoë");
        });

        assertThat(ended)
                .extracting(context -> context.getLowCardinalityKeyValues().stream()
                        .map(KeyValue::getValue)
                        .toList())
                .containsExactly(
                        List.of("player", "find", "mariadb", "hit"), List.of("player", "find", "mariadb", "fallback"));
        assertThat(ended)
                .extracting(context -> context.getHighCardinalityKeyValues().stream()
                        .map(KeyValue::getValue)
                        .toList())
                .containsExactly(
                        List.of("LookupObservationsTest.findLater", ""),
                        List.of("LookupObservationsTest.findLater", "a reason"));
    }

    private static String outcome(Observation.Context context) {
        return Objects.requireNonNull(context.getLowCardinalityKeyValue("outcome"))
                .getValue();
    }

    private static Lookup lookup(LookupRoute route) {
        return new Lookup(LookupObservationsTest.class, "findLater", route, null, "", 1);
    }
}
