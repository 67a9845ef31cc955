// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.connection;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.internal.SessionImpl;
import org.hibernate.internal.StatelessSessionImpl;
import org.jspecify.annotations.Nullable;

/**
 * Finds sessions whose connections may come from elsewhere than the application's pool: of a tenant, a role, a
 * transaction manager.
 */
final class SessionRole {

    private static final String READ_ONLY = "a read-only session, whose connections may be of a replica";
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
        if (isReadOnly(session)) {
            return READ_ONLY;
        }
        return session.getTransactionCoordinator()
                        .getTransactionCoordinatorBuilder()
                        .isJta()
                ? "JTA transactions"
                : null;
    }

    /**
     * Whether the session was built as a read-only one, which is not the same as {@code isDefaultReadOnly}. Hibernate
     * keeps that to itself. Where its field cannot be read, the source alone decides: Hibernate's own providers give
     * the same connections to read-only sessions.
     */
    private static boolean isReadOnly(SharedSessionContractImplementor session) {
        return READ_ONLY_FIELD != null
                && (session instanceof SessionImpl || session instanceof StatelessSessionImpl)
                && (boolean) READ_ONLY_FIELD.get(session);
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
