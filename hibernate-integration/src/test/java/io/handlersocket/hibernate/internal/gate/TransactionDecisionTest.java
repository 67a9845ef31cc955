// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.internal.gate.TransactionGate.Consistency;
import java.sql.Connection;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows of docs/session-contract.md about transactions: the decision by each combination of facts. */
class TransactionDecisionTest {

    private static final Map<String, Integer> LEVELS = Map.of(
            "RU", Connection.TRANSACTION_READ_UNCOMMITTED,
            "RC", Connection.TRANSACTION_READ_COMMITTED,
            "RR", Connection.TRANSACTION_REPEATABLE_READ,
            "S", Connection.TRANSACTION_SERIALIZABLE);

    /** The reason's beginning; {@code -} for HandlerSocket. */
    @ParameterizedTest
    @CsvSource({
        // what has written
        "DEFAULT, RC, false, WRITTEN, false, the transaction has written",
        "DEFAULT, RC, true, WRITTEN, false, the transaction has written",
        "LATEST, RR, true, WRITTEN, true, the transaction has written",
        "SNAPSHOT, RC, true, WRITTEN, false, the transaction has written",
        // isolations of which no answer is that of a snapshot of committed rows
        "DEFAULT, S, false, CLEAN, false, isolation SERIALIZABLE",
        "LATEST, S, true, CLEAN, false, isolation SERIALIZABLE",
        "LATEST, S, true, READ, false, isolation SERIALIZABLE",
        "DEFAULT, RU, false, CLEAN, false, isolation READ UNCOMMITTED",
        "LATEST, RU, true, READ, false, isolation READ UNCOMMITTED",
        // READ COMMITTED: until it writes
        "DEFAULT, RC, false, CLEAN, false, -",
        "DEFAULT, RC, true, CLEAN, false, -",
        "DEFAULT, RC, true, READ, false, -",
        "DEFAULT, RC, true, READ, true, -",
        // REPEATABLE READ: until its first statement
        "DEFAULT, RR, false, CLEAN, false, -",
        "DEFAULT, RR, true, CLEAN, false, -",
        "DEFAULT, RR, true, READ, false, the transaction has its snapshot",
        "DEFAULT, RR, true, READ, true, the transaction has its snapshot",
        // innodb_snapshot_isolation: only SQL takes the snapshot that writes are checked against
        "DEFAULT, RR, true, CLEAN, true, innodb_snapshot_isolation=ON",
        "DEFAULT, RR, false, CLEAN, true, -",
        // consistency=latest: the newest committed rows until it writes
        "LATEST, RC, true, READ, false, -",
        "LATEST, RR, true, CLEAN, true, -",
        "LATEST, RR, true, READ, true, -",
        // consistency=snapshot: never inside
        "SNAPSHOT, RC, true, CLEAN, false, consistency=snapshot",
        "SNAPSHOT, RR, true, READ, false, consistency=snapshot",
        "SNAPSHOT, RC, false, CLEAN, false, -",
        "SNAPSHOT, RR, false, CLEAN, true, -"
    })
    void decides(
            Consistency consistency,
            String level,
            boolean inside,
            TransactionLog.State state,
            boolean checksWrites,
            String reason) {
        TransactionGate gate = new TransactionGate(consistency);
        TransactionGate.Facts facts =
                new TransactionGate.Facts(inside, state, requireNonNull(LEVELS.get(level)), checksWrites);
        String refusal = gate.refusal(facts);
        assertThat(refusal == null ? gate.checkedWrites(facts) : refusal)
                .satisfies(why -> assertThat(why == null ? "-" : why).startsWith(reason));
    }
}
