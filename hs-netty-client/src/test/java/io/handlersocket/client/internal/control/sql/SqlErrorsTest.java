// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;

class SqlErrorsTest {

    @Test
    void aConnectionIsBrokenByItsClassOrItsState() {
        assertThat(SqlErrors.isBroken(new SQLNonTransientConnectionException("gone")))
                .isTrue();
        assertThat(SqlErrors.isBroken(new SQLTransientConnectionException("later")))
                .isTrue();
        assertThat(SqlErrors.isBroken(new SQLException("reset", "08S01", 1158))).isTrue();
        assertThat(SqlErrors.isBroken(new SQLException("no state"))).isFalse();
        assertThat(SqlErrors.isBroken(new SQLTimeoutException("interrupted", "70100", 1317)))
                .isFalse();
    }

    @Test
    void equalErrorsOfTwoConnectionsHaveEqualMessages() {
        assertThat(SqlErrors.message(new SQLException("(conn=17) SELECT command denied")))
                .isEqualTo("SELECT command denied");
        assertThat(SqlErrors.message(new SQLException("no plugin (conn=17)"))).isEqualTo("no plugin (conn=17)");
        assertThat(SqlErrors.message(new SQLException())).isEqualTo("null");
    }

    @Test
    void anErrorOfTheTableIsNeitherAWaitNorAnInterruption() {
        SQLException gone = new SQLException("no such table", "42S02", 1146);
        assertThat(SqlErrors.isLockWait(gone)).isFalse();
        assertThat(SqlErrors.isInterrupted(gone)).isFalse();
        assertThat(SqlErrors.isLockWait(new SQLException("timeout", "HY000", 1205)))
                .isTrue();
        assertThat(SqlErrors.isInterrupted(new SQLException("max_statement_time", "70100", 1969)))
                .isTrue();
        assertThat(SqlErrors.isInterrupted(new SQLException("no state"))).isFalse();
    }
}
