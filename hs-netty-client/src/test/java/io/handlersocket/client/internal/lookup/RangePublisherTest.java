// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.Row;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.SkipException;

/** The rules of Reactive Streams, by their own kit; pages arrive at once or on another thread, by turns. */
class RangePublisherTest {

    private static final int TIMEOUT_MILLIS = 500;
    private static final int NO_SIGNAL_MILLIS = 30;
    private static final AtomicInteger KEPT = new AtomicInteger();

    @TestFactory
    Stream<DynamicTest> keepsTheRules() {
        return Arrays.stream(Rules.class.getMethods())
                .filter(method -> method.isAnnotationPresent(org.testng.annotations.Test.class))
                .filter(method -> !method.getName().startsWith("untested_")) // as the kit says
                .map(method -> DynamicTest.dynamicTest(method.getName(), () -> check(method)));
    }

    @AfterAll
    static void mostRulesWereChecked() {
        assertThat(KEPT.get()).isGreaterThanOrEqualTo(25);
    }

    /** The kit's rule 1.3 finds this only if a page arrives fast. */
    @Test
    void noSignalComesBeforeOnSubscribeHasReturned() throws InterruptedException {
        CountDownLatch completed = new CountDownLatch(1);
        CountDownLatch anyRow = new CountDownLatch(1);
        AtomicBoolean early = new AtomicBoolean();
        RangeSubscription.publisher(() -> new CountedPages(3)).subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
                try {
                    early.set(anyRow.await(100, TimeUnit.MILLISECONDS));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }

            @Override
            public void onNext(Row row) {
                anyRow.countDown();
            }

            @Override
            public void onError(Throwable failure) {}

            @Override
            public void onComplete() {
                completed.countDown();
            }
        });
        assertThat(early).isFalse();
        assertThat(completed.await(5, TimeUnit.SECONDS)).isTrue();
        assertThat(anyRow.getCount()).isZero();
    }

    private static void check(Method rule) throws Throwable {
        Rules rules = new Rules();
        rules.setUp();
        try {
            rule.invoke(rules);
            KEPT.incrementAndGet();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof SkipException skipped) {
                Assumptions.abort(String.valueOf(skipped.getMessage()));
            }
            throw e.getCause();
        }
    }

    /** The kit finds its rules by annotations of TestNG, whose engine they do not need. */
    public static final class Rules extends FlowPublisherVerification<Row> {

        Rules() {
            super(new TestEnvironment(TIMEOUT_MILLIS, NO_SIGNAL_MILLIS));
        }

        @Override
        public Flow.Publisher<Row> createFlowPublisher(long elements) {
            return RangeSubscription.publisher(() -> new CountedPages(elements));
        }

        /** There is none: what is wrong shows when rows are requested, and the kit asks for it before. */
        @Override
        public Flow.@Nullable Publisher<Row> createFailedFlowPublisher() {
            return null;
        }
    }

    private static final class CountedPages implements RangePages {

        private static final int PAGE = 5;
        private static final Row ROW = (Row) Proxy.newProxyInstance(
                Row.class.getClassLoader(),
                new Class<?>[] {Row.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> 1;
                    case "equals" -> proxy == arguments[0];
                    default -> "Row";
                });

        private long left;
        private boolean later;

        CountedPages(long rows) {
            left = rows;
        }

        @Override
        public boolean isDone() {
            return left == 0;
        }

        @Override
        public CompletableFuture<List<Row>> next() {
            int count = (int) Math.min(PAGE, left);
            List<Row> page = Collections.nCopies(count, ROW);
            later = !later;
            if (later) {
                return CompletableFuture.supplyAsync(() -> arrived(page));
            }
            return CompletableFuture.completedFuture(arrived(page));
        }

        private List<Row> arrived(List<Row> page) {
            left -= page.size();
            return page;
        }
    }
}
