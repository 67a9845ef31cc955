// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The dashboard's buttons that change the database or the client.
 *
 * @param enabled whether visitors may press them; off, but on in the sample's own database
 * @param username the account that may alter tables and unload plugins; the application's if empty
 * @param password the password of that account
 */
@ConfigurationProperties("game.operations")
record OperationsProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("") String username,
        @DefaultValue("") String password) {

    /** Without the password. */
    @Override
    public String toString() {
        return "OperationsProperties[enabled=" + enabled + ", username=" + username + "]";
    }
}
