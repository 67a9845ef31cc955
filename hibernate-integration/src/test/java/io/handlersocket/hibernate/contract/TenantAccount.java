// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import org.hibernate.context.spi.TenantCredentialsMapper;

/**
 * Gives all tenants the same account. The library refuses it all the same, because tenants may have different accounts.
 * A separate class, because Hibernate 7.2 cannot load it.
 */
record TenantAccount(String name, String secret) implements TenantCredentialsMapper<Object> {

    @Override
    public String user(Object tenant) {
        return name;
    }

    @Override
    public String password(Object tenant) {
        return secret;
    }
}
