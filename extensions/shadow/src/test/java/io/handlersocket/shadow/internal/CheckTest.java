// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.hibernate.spi.AnsweredRead;
import io.handlersocket.hibernate.spi.AnsweredRead.Answer;
import io.handlersocket.hibernate.spi.ReadColumns;
import io.handlersocket.shadow.Shadow.Kind;
import io.handlersocket.shadow.internal.Check.Outcome;
import io.handlersocket.shadow.internal.Check.Result;
import io.handlersocket.shadow.internal.RowsComparison.Found;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CheckTest {

    private static final Connection NO_CONNECTION = (Connection) Proxy.newProxyInstance(
            CheckTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                throw new UnsupportedOperationException(method.getName());
            });

    /** Gives the value of the n-th answer of each route, from 0; the first one of HandlerSocket is the caller's. */
    private record Scripted(
            IntFunction<Object> fast, IntFunction<Object> sql, AtomicInteger fastAsked, AtomicInteger sqlAsked)
            implements AnsweredRead {

        Scripted(IntFunction<Object> fast, IntFunction<Object> sql) {
            this(fast, sql, new AtomicInteger(), new AtomicInteger());
        }

        @Override
        public String role() {
            return "Player";
        }

        @Override
        public ReadColumns selected() {
            return new ReadColumns(Set.of("player"), List.of("player.score"), List.of());
        }

        @Override
        public Answer first() {
            return handlerSocket();
        }

        @Override
        public Answer handlerSocket() {
            return new Answer(List.of(List.of(fast.apply(fastAsked.getAndIncrement()))), 10);
        }

        @Override
        public Answer jdbc(Connection connection) {
            return new Answer(List.of(List.of(sql.apply(sqlAsked.getAndIncrement()))), 40);
        }
    }

    @Test
    void equalAnswersNeedOneStatement() throws Exception {
        Scripted read = new Scripted(n -> 1, n -> 1);
        assertThat(Check.of(read, NO_CONNECTION)).isEqualTo(new Outcome(Result.EQUAL, null, 10, 40));
        assertThat(read.sqlAsked()).hasValue(1);
        assertThat(read.fastAsked()).hasValue(1);
    }

    @Test
    void aDifferenceThatStaysIsReported() throws Exception {
        Scripted read = new Scripted(n -> 2, n -> 1);
        assertThat(Check.of(read, NO_CONNECTION))
                .isEqualTo(new Outcome(Result.DIFFERENT, new Found(Kind.VALUE, 0), 10, 40));
        assertThat(read.sqlAsked()).hasValue(Check.TRIES + 1);
        assertThat(read.fastAsked()).hasValue(Check.TRIES + 1);
    }

    @Test
    void aRowThatChangedOnceIsNoDifference() throws Exception {
        assertThat(result(n -> n == 0 ? 1 : 2, n -> 2)).isEqualTo(Result.CHANGED);
        assertThat(result(n -> 1, n -> n == 0 ? 2 : 1)).isEqualTo(Result.CHANGED);
    }

    @Test
    void aRowThatChangesAllTheTimeIsNoDifference() throws Exception {
        assertThat(result(n -> 2 * n, n -> 2 * n + 1)).isEqualTo(Result.CHANGED);
    }

    @Test
    void aRowThatLooksUnchangedToSqlForAWhileIsNoDifference() throws Exception {
        int last = Check.TRIES;
        assertThat(result(n -> n == last ? 1 : 2, n -> 1)).isEqualTo(Result.CHANGED);
        assertThat(result(n -> n == last ? 3 : 2, n -> 1)).isEqualTo(Result.CHANGED);
        assertThat(result(n -> 2, n -> n == last ? 3 : 1)).isEqualTo(Result.CHANGED);
    }

    @Test
    void aRouteThatDoesNotAnswerEndsTheCheck() {
        Scripted read = new Scripted(n -> 2, n -> {
            if (n == 3) {
                throw new IllegalStateException("no answer");
            }
            return 1;
        });
        assertThatThrownBy(() -> Check.of(read, NO_CONNECTION)).hasMessage("no answer");
    }

    private static Result result(IntFunction<Object> fast, IntFunction<Object> sql) throws Exception {
        return Check.of(new Scripted(fast, sql), NO_CONNECTION).result();
    }

    @Test
    void comparesRowsInAnyOrderUnlessTheStatementSorts() {
        List<List<@Nullable Object>> rows = rows("a1", "b1", "c2");
        assertThat(difference(rows, rows("c2", "a1", "b1"))).isNull();
        assertThat(difference(rows, rows("b1", "a1", "c2"), 1)).isNull(); // they sort alike
        assertThat(difference(rows, rows("c2", "a1", "b1"), 1)).isEqualTo(new Found(Kind.ORDER, -1));
    }

    @Test
    void namesWhatDiffers() {
        assertThat(difference(rows("a1"), rows())).isEqualTo(new Found(Kind.ROWS, -1));
        assertThat(difference(rows("a1", "a1", "b1"), rows("a1", "b1", "b1"))).isEqualTo(new Found(Kind.VALUE, 0));
        assertThat(difference(rows("a1", "b2"), rows("b2", "a3"))).isEqualTo(new Found(Kind.VALUE, 1));
        assertThat(difference(row("a", null), row("a", "1"))).isEqualTo(new Found(Kind.NULL, 1));
        assertThat(difference(row("a", AnsweredRead.UNREADABLE), row("a", null)))
                .isEqualTo(new Found(Kind.ERROR, 1));
        assertThat(difference(row("a", AnsweredRead.UNREADABLE), row("a", AnsweredRead.UNREADABLE)))
                .isNull();
    }

    private static List<List<@Nullable Object>> rows(String... rows) {
        List<List<@Nullable Object>> all = new ArrayList<>();
        for (String row : rows) {
            all.add(List.of(row.substring(0, 1), row.substring(1)));
        }
        return all;
    }

    private static List<List<@Nullable Object>> row(@Nullable Object... values) {
        return List.of(Arrays.asList(values));
    }

    private static @Nullable Found difference(
            List<List<@Nullable Object>> left, List<List<@Nullable Object>> right, Integer... order) {
        return RowsComparison.difference(left, right, List.of(order));
    }

    @Test
    void theMedianIsOfTheLastValues() {
        Median median = new Median();
        assertThat(median.get()).isZero();
        for (long value : List.of(5L, 1L, 1_000_000L)) {
            median.add(value);
        }
        assertThat(median.get()).isEqualTo(5);
        for (int i = 0; i < 255; i++) {
            median.add(7);
        }
        assertThat(median.get()).isEqualTo(7);
    }
}
