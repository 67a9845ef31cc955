// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow;

import io.handlersocket.client.PublicApi;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A change of the public signatures is always deliberate. */
class ApiGuardTest {

    @Test
    void thePublicApiIsTheOneWrittenDown() throws IOException {
        PublicApi.assertKnown("shadow.txt", "io.handlersocket.shadow");
    }
}
