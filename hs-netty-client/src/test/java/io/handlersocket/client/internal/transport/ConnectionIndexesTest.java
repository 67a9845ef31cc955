// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.TableName;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionIndexesTest {

    private final ConnectionIndexes open = new ConnectionIndexes();

    private static WireIndex index(int id) {
        return new WireIndex(id, new TableName("s", "t"), "PRIMARY", List.of("id"));
    }

    @Test
    void knowsTheIndexByIdentityNotByItsId() {
        WireIndex one = index(3);
        open.open(one);
        assertThat(open.isOpen(one)).isTrue();
        assertThat(open.isOpen(index(3))).isFalse();
        assertThat(open.isOpen(index(4))).isFalse();
    }

    @Test
    void theIdBelongsToTheLastThatGotIt() {
        WireIndex one = index(3);
        WireIndex two = index(3);
        open.open(one);
        open.close(3);
        assertThat(open.isOpen(one)).isFalse();
        open.open(two);
        assertThat(open.isOpen(one)).isFalse();
        assertThat(open.isOpen(two)).isTrue();
    }

    @Test
    void closesAllAtOnce() {
        WireIndex one = index(0);
        WireIndex two = index(7);
        open.open(one);
        open.open(two);
        open.closeAll();
        assertThat(open.isOpen(one)).isFalse();
        assertThat(open.isOpen(two)).isFalse();
    }
}
