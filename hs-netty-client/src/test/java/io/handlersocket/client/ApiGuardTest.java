// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A change of the public signatures is always deliberate. */
class ApiGuardTest {

    @Test
    void thePublicApiIsTheOneWrittenDown() throws IOException {
        PublicApi.assertKnown(
                "hs-netty-client.txt",
                "io.handlersocket.client",
                "io.handlersocket.client.catalog",
                "io.handlersocket.client.spi");
    }
}
