// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor;

import io.handlersocket.client.PublicApi;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A change of the public signatures is always deliberate. */
class ApiGuardTest {

    @Test
    void thePublicApiIsTheOneWrittenDown() throws IOException {
        PublicApi.assertKnown("advisor.txt", "io.handlersocket.advisor");
    }
}
