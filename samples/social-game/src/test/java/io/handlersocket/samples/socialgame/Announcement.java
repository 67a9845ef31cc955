// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;

/** Says where the page is, and how any SQL client reaches the same tables. */
@TestConfiguration(proxyBeanMethods = false)
class Announcement {

    private final JdbcConnectionDetails database;
    private final Environment environment;

    Announcement(JdbcConnectionDetails database, Environment environment) {
        this.database = database;
        this.environment = environment;
    }

    @EventListener(ApplicationReadyEvent.class)
    @SuppressWarnings("SystemOut") // for the person at the terminal, not for a log
    void announce() {
        System.out.printf("%npage: http://localhost:%s/%n", environment.getProperty("local.server.port"));
        System.out.printf(
                "database: %s user=%s password=%s%n%n",
                database.getJdbcUrl().replaceFirst("\\?.*", ""), database.getUsername(), database.getPassword());
    }
}
