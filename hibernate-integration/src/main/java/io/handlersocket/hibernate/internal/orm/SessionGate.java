// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import io.handlersocket.hibernate.internal.gate.PoolFacts;
import io.handlersocket.hibernate.internal.gate.TrackedConnection;
import io.handlersocket.hibernate.internal.gate.TransactionGate;
import org.hibernate.ConnectionReleaseMode;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.resource.jdbc.internal.LogicalConnectionProvidedImpl;
import org.hibernate.resource.jdbc.spi.LogicalConnectionImplementor;
import org.jspecify.annotations.Nullable;

/** Puts a session's situation to the gate. */
final class SessionGate {

    private final TransactionGate gate;
    private final Pool pool;

    SessionGate(TransactionGate gate, Pool pool) {
        this.gate = gate;
        this.pool = pool;
    }

    /** Why this session's loads must use its connection now, or null if they need not. */
    @Nullable
    String refusal(SharedSessionContractImplementor session) {
        if (session.getTransactionCoordinator()
                .getTransactionCoordinatorBuilder()
                .isJta()) {
            return "JTA transactions";
        }
        LogicalConnectionImplementor logical = session.getJdbcCoordinator().getLogicalConnection();
        if (logical instanceof LogicalConnectionProvidedImpl) {
            return "the session's connection was given by the application";
        }
        ConnectionReleaseMode release = logical.getConnectionHandlingMode().getReleaseMode();
        if (release != ConnectionReleaseMode.AFTER_TRANSACTION && release != ConnectionReleaseMode.ON_CLOSE) {
            // A session without connection may then be in a transaction that has written on one it gave back.
            return "connections are released inside transactions";
        }
        boolean inTransaction = session.isTransactionInProgress();
        if (!logical.isPhysicallyConnected()) {
            PoolFacts facts = pool.facts();
            return gate.unconnected(inTransaction, facts == null ? null : facts.isolation());
        }
        return logical.getPhysicalConnection() instanceof TrackedConnection connection
                ? gate.connected(inTransaction, connection.transactionLog())
                : "the session's connection is not watched";
    }
}
