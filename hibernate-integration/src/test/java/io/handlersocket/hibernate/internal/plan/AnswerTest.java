// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.ReasonCode;
import org.junit.jupiter.api.Test;

class AnswerTest {

    @Test
    void aCountIsNotRefusedForAnIndexThatWouldNotHelp() {
        JdbcReason index = JdbcReason.of(ReasonCode.NO_INDEX, "player", "name");
        JdbcReason view = new JdbcReason(Kind.TABLE, "player is a view");
        assertThat(Answer.ROWS.refusal(index)).isSameAs(index);
        assertThat(Answer.COUNT.refusal(view)).isSameAs(view);
        assertThat(Answer.COUNT.refusal(index)).isEqualTo(Answer.COUNT_REFUSAL);
        assertThat(Answer.EXISTS.refusal(index)).isEqualTo(Answer.COUNT_REFUSAL);
    }
}
