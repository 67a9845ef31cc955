// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.readme;

import io.handlersocket.client.HandlerSocketClient;
import java.util.Optional;

class Finder {

    Optional<String> title(HandlerSocketClient client, long id) {
        return client.index("diary").find(id).map(row -> row.getString("title"));
    }
}
