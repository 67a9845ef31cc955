// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.connection;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.internal.SessionImpl;
import org.hibernate.internal.StatelessSessionImpl;
import org.hibernate.resource.jdbc.spi.JdbcSessionOwner;
import org.jspecify.annotations.Nullable;

/**
 * Finds sessions whose connections may come from elsewhere than the application's pool: of a tenant, a transaction
 * manager, or a DataSource for reading only.
 */
final class SessionRole {

    private static final @Nullable VarHandle READ_ONLY_FIELD = readOnlyField();

    private static final boolean TENANT_CREDENTIALS = hasTenantCredentials();

    private SessionRole() {}

    /** Returns why all sessions of the factory need JDBC; null if their role does not require it. */
    static @Nullable String refusal(SessionFactoryOptions options) {
        if (options.isMultiTenancyEnabled()) {
            return "multi-tenancy";
        }
        if (TENANT_CREDENTIALS && options.getTenantCredentialsMapper() != null) {
            return "credentials of each tenant";
        }
        return options.getTenantSchemaMapper() == null ? null : "a schema of each tenant";
    }

    /** Returns why this session needs JDBC; null if its role does not require it. */
    static @Nullable String refusal(SharedSessionContractImplementor session) {
        String ofFactory = refusal(session.getFactory().getSessionFactoryOptions());
        if (ofFactory != null) {
            return ofFactory;
        }
        if (session.getTenantIdentifierValue() != null) {
            return "a session of a tenant";
        }
        return session.getTransactionCoordinator()
                        .getTransactionCoordinatorBuilder()
                        .isJta()
                ? "JTA transactions"
                : null;
    }

    /**
     * Returns whether the session's connection will be set to read-only, as far as is known: whether its owner was built
     * as a read-only session, which is not the same as {@code isDefaultReadOnly}. Hibernate keeps that to itself.
     */
    static boolean mayBeReadOnly(SharedSessionContractImplementor session) {
        JdbcSessionOwner owner = session.getJdbcCoordinator().getJdbcSessionOwner(); // not of a session that shares it
        return READ_ONLY_FIELD == null
                || !(owner instanceof SessionImpl || owner instanceof StatelessSessionImpl)
                || (boolean) READ_ONLY_FIELD.get(owner);
    }

    private static @Nullable VarHandle readOnlyField() {
        Class<?> type = SessionImpl.class.getSuperclass();
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .findVarHandle(type, "readOnly", boolean.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    // Hibernate 7.2 has no credentials of tenants.
    private static boolean hasTenantCredentials() {
        try {
            Class.forName("org.hibernate.context.spi.TenantCredentialsMapper");
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
