// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class GaleraMariaDBIT {
    @RegisterExtension
    static final GaleraMariaDB db = new GaleraMariaDB(3);

    @Test
    void starts() {
        assertThat(GaleraNode.cluster(1)).hasSize(1);
    }
}
