// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import static io.handlersocket.client.internal.control.sql.FakeServer.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.internal.lookup.SharedIndex;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is remembered of indexes is bounded, however many are asked for. */
class SharedIndexesTest {

    private final SharedIndexes indexes = new SharedIndexes(3);

    private SharedIndex ask(String table) {
        SharedIndex index = indexes.get(new SharedIndex.Key(table(table), "PRIMARY", true));
        indexes.numbered(List.of(index));
        return index;
    }

    @Test
    void theSameKeyIsTheSameIndex() {
        assertThat(ask("player")).isSameAs(ask("player"));
    }

    @Test
    void noMoreThanTwiceAsManyAsCanBeOpenAreKnown() {
        for (int i = 0; i < 1_000; i++) {
            SharedIndex asked = ask("t" + i);
            assertThat(indexes.all()).contains(asked).hasSizeLessThanOrEqualTo(6);
            assertThat(indexes.wanted()).hasSizeLessThanOrEqualTo(3).contains(asked);
        }
    }

    @Test
    void anIndexThatWasForgottenComesBack() {
        SharedIndex first = ask("player");
        indexes.forget(first);
        assertThat(indexes.all()).isEmpty();
        SharedIndex second = ask("player");
        assertThat(second).isNotSameAs(first);

        indexes.add(first);
        indexes.numbered(List.of(first));

        assertThat(indexes.all()).as("both are closed when all are").containsExactlyInAnyOrder(first, second);
        indexes.forget(first);
        assertThat(indexes.all()).containsExactly(second);
    }
}
