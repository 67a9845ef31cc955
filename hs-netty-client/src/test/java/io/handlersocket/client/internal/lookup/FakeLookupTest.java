// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.testkit.FakeHandlerSocket;
import io.handlersocket.testkit.FakeTable;

class FakeLookupTest extends LookupContract {

    private final FakeHandlerSocket fake = new FakeHandlerSocket("s3cret");

    @Override
    void createTables() {
        FakeTable item = fake.table("test", "lookup_item", 1, ITEM.toArray(String[]::new));
        ITEMS.forEach(row -> item.row(row.toArray()));
        FakeTable pair = fake.table("test", "lookup_pair", 2, PAIR.toArray(String[]::new));
        PAIRS.forEach(row -> pair.row(row.toArray()));
    }

    @Override
    Target target() {
        return new Target(new Endpoint("127.0.0.1", fake.port()), "s3cret");
    }

    @Override
    void stop() {
        fake.close();
    }
}
