// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class FakeReadPortTest extends ReadPortContract {
    private final FakeHandlerSocket fake = new FakeHandlerSocket(ContractServer.SECRET);

    @Override
    ContractServer server() {
        return ContractServer.fake(fake);
    }

    @BeforeAll
    void start() {
        createTables();
    }

    @AfterAll
    void stop() {
        fake.close();
    }
}
