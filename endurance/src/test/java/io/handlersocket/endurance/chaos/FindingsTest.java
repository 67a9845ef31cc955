// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;

/** An error is named by what the caller caught, and by its cause. */
class FindingsTest {

    @Test
    void namesTheOuterAndTheInnermostClass() {
        SQLException inner = new SQLException("refused", "HY000", 1290);
        assertThat(Findings.label(inner)).isEqualTo("SQLException 1290/HY000");
        assertThat(Findings.label(new QueryTimeoutException("late", inner)))
                .isEqualTo("QueryTimeoutException by SQLException 1290/HY000");
    }
}
