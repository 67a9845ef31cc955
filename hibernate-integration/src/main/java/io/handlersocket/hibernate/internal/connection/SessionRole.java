// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.connection;

import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * Finds sessions whose connections may come from elsewhere than the application's pool: of a tenant, or a transaction
 * manager.
 */
final class SessionRole {

    private static final boolean TENANT_CREDENTIALS = hasTenantCredentials();

    private SessionRole() {}

    static @Nullable String refusal(SessionFactoryOptions options) {
        if (options.isMultiTenancyEnabled()) {
            return "multi-tenancy";
        }
        if (TENANT_CREDENTIALS && options.getTenantCredentialsMapper() != null) {
            return "credentials of each tenant";
        }
        return options.getTenantSchemaMapper() == null ? null : "a schema of each tenant";
    }

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
