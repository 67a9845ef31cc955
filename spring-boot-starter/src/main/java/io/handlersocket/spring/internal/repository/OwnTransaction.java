// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transaction that a method's attribute asks for.
 *
 * @param onlyReads whether it begins a transaction that is read-only
 * @param mayWrite whether it begins a transaction that may write
 * @param joins whether it takes part in a transaction that has begun
 */
record OwnTransaction(boolean onlyReads, boolean mayWrite, boolean joins) {

    /** The method's transaction decides which server SQL would ask. */
    static final JdbcReason INSIDE = JdbcReason.of(ReasonCode.OWN_TRANSACTION_FIRST);

    /** JPA writes these changes before a query, and at the end of the transaction. */
    private static final JdbcReason WRITES = JdbcReason.of(ReasonCode.WRITES_CHANGES);

    private static final Set<Integer> JOINING = Set.of(
            TransactionDefinition.PROPAGATION_REQUIRED,
            TransactionDefinition.PROPAGATION_SUPPORTS,
            TransactionDefinition.PROPAGATION_MANDATORY);

    /** The methods that begin a transaction if none has begun. */
    private static final Set<Integer> BEGINNING = Set.of(
            TransactionDefinition.PROPAGATION_REQUIRED,
            TransactionDefinition.PROPAGATION_REQUIRES_NEW,
            TransactionDefinition.PROPAGATION_NESTED);

    /** @param attribute null if the method has no transaction of its own */
    static OwnTransaction of(@Nullable TransactionAttribute attribute) {
        if (attribute == null) {
            return new OwnTransaction(false, false, true);
        }
        boolean begins = BEGINNING.contains(attribute.getPropagationBehavior());
        return new OwnTransaction(
                begins && attribute.isReadOnly(),
                begins && !attribute.isReadOnly(),
                JOINING.contains(attribute.getPropagationBehavior()));
    }

    /** Returns whether it begins a transaction if none has begun. */
    boolean begins() {
        return onlyReads || mayWrite;
    }

    /**
     * Returns why JPA must answer a call now: its transaction would leave or end the one that has begun, or would write
     * what the session holds that is bound to this thread, as with open-in-view. Or, if read-only transactions have another
     * DataSource, its connection would not be that of the session that is bound to this thread, or of a session without
     * transaction.
     *
     * @return null if HandlerSocket may answer
     */
    @Nullable
    JdbcReason refusal(PersistenceUnit unit) {
        boolean inside = TransactionSynchronizationManager.isActualTransactionActive();
        if (inside ? !joins : begins() && (PersistenceUnit.isInTransaction() || unit.holdsTransaction())) {
            return INSIDE;
        }
        if (mayWrite && !inside && unit.holdsEntities()) {
            return WRITES;
        }
        HandlerSocketLoads loads = unit.loads();
        if (!onlyReads || !loads.splitsReadOnly() || unit.isBoundInTransaction()) {
            return null;
        }
        JdbcReason refusal = loads.readOnlyRefusal();
        return refusal == null ? INSIDE : refusal;
    }
}
