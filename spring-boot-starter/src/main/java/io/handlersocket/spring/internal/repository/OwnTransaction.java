// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.TransactionAttribute;

/**
 * The transaction that a method's attribute asks for.
 *
 * @param onlyReads whether a transaction that it begins is read-only
 * @param joins whether it takes part in a transaction that has begun
 */
record OwnTransaction(boolean onlyReads, boolean joins) {

    /** The method's transaction must begin first; then a replica may answer Hibernate's loads. */
    static final JdbcReason INSIDE = new JdbcReason(
            JdbcReason.Kind.SESSION, "its own read-only transaction must begin, where Hibernate decides for each load");

    private static final Set<Integer> JOINING = Set.of(
            TransactionDefinition.PROPAGATION_REQUIRED,
            TransactionDefinition.PROPAGATION_SUPPORTS,
            TransactionDefinition.PROPAGATION_MANDATORY);

    /** @param attribute null if the method has no transaction of its own */
    static OwnTransaction of(@Nullable TransactionAttribute attribute) {
        return new OwnTransaction(
                attribute != null && attribute.isReadOnly(),
                attribute == null || JOINING.contains(attribute.getPropagationBehavior()));
    }

    /**
     * Returns why JPA must answer a call now: it would begin a read-only transaction, whose connections come from
     * another DataSource than those of a session without transaction. Null if no such transaction would begin, or if
     * all connections are alike. Inside that transaction, a replica may still answer Hibernate's loads.
     */
    @Nullable
    JdbcReason refusal(PersistenceUnit unit) {
        HandlerSocketLoads loads = unit.loads();
        if (!onlyReads || !loads.splitsReadOnly() || (joins && unit.isBoundInTransaction())) {
            return null;
        }
        JdbcReason refusal = loads.readOnlyRefusal();
        return refusal == null ? INSIDE : refusal;
    }
}
