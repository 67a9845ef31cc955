// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import static io.handlersocket.client.internal.control.sql.FakeServer.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.internal.lookup.SharedIndex;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Numbers are few, and are taken from the index that was not used for longest. */
class IndexIdsTest {

    private final IndexIds ids = new IndexIds(2);

    static SharedIndex index(String table) {
        return new SharedIndex(new SharedIndex.Key(table(table), "PRIMARY", true));
    }

    private List<Integer> give(SharedIndex... indexes) {
        return ids.give(List.of(indexes)).stream().map(IndexOpener.Wanted::id).toList();
    }

    @Test
    void theSameIndexKeepsItsNumber() {
        SharedIndex a = index("a");
        SharedIndex b = index("b");
        assertThat(give(a, b)).containsExactly(0, 1);
        assertThat(give(b, a)).containsExactly(1, 0);
    }

    @Test
    void theOldestLosesItsNumberToTheNext() {
        SharedIndex a = index("a");
        SharedIndex b = index("b");
        SharedIndex c = index("c");
        give(b, a); // b is younger than a
        assertThat(give(c)).containsExactly(1);
        assertThat(ids.holders()).containsExactlyInAnyOrder(b, c);
    }

    @Test
    void aNumberThatIsGivenBackIsTheNext() {
        SharedIndex a = index("a");
        SharedIndex b = index("b");
        give(a, b);
        ids.takeBack(a);
        ids.takeBack(a);
        assertThat(ids.holders()).containsExactly(b);
        assertThat(give(index("c"))).containsExactly(0);
        assertThat(ids.holders()).contains(b).hasSize(2);
    }

    @Test
    void moreThanThereAreAtOnceIsRefused() {
        assertThatThrownBy(() -> give(index("a"), index("b"), index("c")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("maxOpenIndexes");
    }

    @Test
    void noTwoHaveTheSameNumber() {
        IndexIds many = new IndexIds(10);
        List<SharedIndex> indexes = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            SharedIndex one = index("t" + i);
            indexes.add(one);
            many.give(List.of(one));
            if (i % 3 == 0) {
                many.takeBack(indexes.get(i / 2));
            }
            List<SharedIndex> holders = List.copyOf(many.holders());
            assertThat(many.give(holders).stream().map(IndexOpener.Wanted::id))
                    .doesNotHaveDuplicates()
                    .allMatch(id -> id >= 0 && id < 10)
                    .hasSizeLessThanOrEqualTo(10);
        }
    }
}
