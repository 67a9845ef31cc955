// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.hibernate.LoadPlan.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanLogTest {

    @Test
    void countsEachKindThatThereIs() {
        assertThat(FactoryLoads.summary(List.of(
                        new LoadPlan(Kind.ENTITY, "A", null),
                        new LoadPlan(Kind.ENTITY, "B", new JdbcReason(JdbcReason.Kind.STATEMENT, "eager join to a")),
                        new LoadPlan(Kind.COLLECTION, "A.bs", null),
                        new LoadPlan(Kind.QUERY, "q", new JdbcReason(JdbcReason.Kind.TABLE, "ORDER BY")))))
                .isEqualTo(
                        "Can be loaded over HandlerSocket: 1 of 2 entities, 1 of 1 collections, 0 of 1 named queries");
    }
}
