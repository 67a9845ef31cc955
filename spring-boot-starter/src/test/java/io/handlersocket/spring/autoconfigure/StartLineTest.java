// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.spring.internal.repository.report.MethodPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartLineTest {

    private static final JdbcReason NO_INDEX = new JdbcReason(JdbcReason.Kind.TABLE, "no index of book");
    private final StartLine all = new StartLine(
            List.of(new LoadPlan(LoadPlan.Kind.ENTITY, "a.Book", null)),
            List.of(new MethodPlan("Books", "findById", null)));
    private final StartLine some = new StartLine(
            List.of(new LoadPlan(LoadPlan.Kind.ENTITY, "a.Book", null)),
            List.of(new MethodPlan("Books", "findById", null), new MethodPlan("Books", "findByTitle", NO_INDEX)));

    @Test
    void saysHowMuchIsFast() {
        assertThat(all.summary(null, false))
                .isEqualTo("1 of 1 entities can be loaded by id over HandlerSocket,"
                        + " 1 of 1 repository methods can be answered over it");
        assertThat(new StartLine(List.of(), List.of()).summary(null, false))
                .isEqualTo("0 of 0 entities can be loaded by id over HandlerSocket");
    }

    @Test
    void saysWhatIsNotDecidedYet() {
        StartLine undecided = new StartLine(
                List.of(new LoadPlan(LoadPlan.Kind.ENTITY, "a.Book", null)),
                List.of(
                        new MethodPlan("Books", "findById", null),
                        new MethodPlan("Books", "findByIsbn", MethodPlan.UNDECIDED)));
        assertThat(undecided.summary(null, false))
                .endsWith(
                        "1 of 2 repository methods can be answered over it, and Hibernate decides for 1 more at the first call");
    }

    @Test
    void saysWhatTransactionsUse() {
        assertThat(all.summary(new JdbcReason(Kind.SESSION, "isolation SERIALIZABLE"), false))
                .endsWith(" can be answered over it; transactions that may write use JDBC: isolation SERIALIZABLE");
    }

    @Test
    void saysOneThingToDoNext() {
        assertThat(some.summary(null, false))
                .contains("1 of 2 repository methods")
                .endsWith(
                        "; next: read at /actuator/handlersocket, or in this category at DEBUG, why the others use JDBC");
        assertThat(some.summary(null, true)).containsOnlyOnce("; next: ").contains("connection-fetch=lazy");
    }

    @Test
    void namesEachWithItsReason() {
        assertThat(some.details())
                .containsExactly(
                        "Book: HANDLERSOCKET",
                        "Books.findById: HANDLERSOCKET",
                        "Books.findByTitle: JDBC, no index of book");
    }
}
