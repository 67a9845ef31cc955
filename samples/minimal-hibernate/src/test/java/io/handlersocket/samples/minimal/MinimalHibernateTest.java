// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.minimal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the program against a real MariaDB. */
class MinimalHibernateTest {

    @RegisterExtension
    static final HandlerSocketMariaDB DB = new HandlerSocketMariaDB();

    @Test
    void readsOverHandlerSocketWhatItHasStored() throws Exception {
        assertEquals(
                "Zoe over HANDLERSOCKET",
                MinimalHibernate.run(DB.getJdbcUrl(), DB.getUsername(), DB.getPassword()));
    }
}
