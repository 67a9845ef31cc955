// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import static io.handlersocket.client.internal.control.sql.FakeServer.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.lookup.IndexState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Known indexes and index ids are bounded; the index that was not used for the longest time gives way. */
class IndexRegistryTest {

    private final IndexRegistry indexes = new IndexRegistry(2, System::nanoTime);

    private static IndexState.Name name(String table) {
        return new IndexState.Name(table(table), "PRIMARY", true);
    }

    private IndexState open(String table) {
        IndexState index = indexes.get(name(table));
        assignIds(index);
        return index;
    }

    private List<Integer> assignIds(IndexState... wanted) {
        return List.copyOf(indexes.assignIds(List.of(wanted)).values());
    }

    @Test
    void theSameNameIsTheSameIndex() {
        assertThat(open("player")).isSameAs(open("player"));
    }

    @Test
    void anIndexKeepsItsId() {
        IndexState a = indexes.get(name("a"));
        IndexState b = indexes.get(name("b"));
        assertThat(assignIds(a, b)).containsExactly(0, 1);
        assertThat(assignIds(b, a)).containsExactly(1, 0);
    }

    @Test
    void theIndexUnusedForLongestLosesItsId() {
        IndexState a = indexes.get(name("a"));
        IndexState b = indexes.get(name("b")); // made later, so used later
        IndexState c = indexes.get(name("c"));
        assignIds(b, a);
        assertThat(assignIds(c)).containsExactly(1);
        assertThat(indexes.withId()).containsExactlyInAnyOrder(b, c);
        assertThat(a.closedReason()).hasValue(UnavailableException.Reason.EVICTED);
        assertThat(b.closedReason()).hasValue(UnavailableException.Reason.NOT_OPEN);
    }

    @Test
    void anIdThatIsGivenBackIsGivenNext() {
        IndexState a = open("a");
        IndexState b = open("b");
        indexes.forget(a);
        indexes.forget(a);
        assertThat(indexes.withId()).containsExactly(b);
        assertThat(assignIds(indexes.get(name("c")))).containsExactly(0);
        assertThat(indexes.withId()).contains(b).hasSize(2);
    }

    @Test
    void moreIndexesAtOnceThanIdsAreRefused() {
        assertThatThrownBy(() -> assignIds(indexes.get(name("a")), indexes.get(name("b")), indexes.get(name("c"))))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("maxOpenIndexes");
    }

    @Test
    void twiceAsManyIndexesAsIdsAreKnownAndNoTwoShareAnId() {
        List<IndexState> all = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            IndexState index = open("t" + i);
            all.add(index);
            assertThat(indexes.all()).contains(index).hasSizeLessThanOrEqualTo(4);
            assertThat(indexes.withId()).contains(index).hasSizeLessThanOrEqualTo(2);
            if (i % 3 == 0) {
                indexes.forget(all.get(i / 2));
            }
            assertThat(indexes.assignIds(List.copyOf(indexes.withId())).values())
                    .doesNotHaveDuplicates()
                    .allMatch(id -> id >= 0 && id < 2);
        }
    }

    @Test
    void aForgottenIndexCanBeOpenedAgain() {
        IndexState first = open("player");
        indexes.forget(first);
        assertThat(indexes.all()).isEmpty();
        IndexState second = open("player");
        assertThat(second).isNotSameAs(first);

        indexes.add(first);
        assignIds(first);

        assertThat(indexes.all()).as("both are closed with all").containsExactlyInAnyOrder(first, second);
        indexes.forget(first);
        assertThat(indexes.all()).containsExactly(second);
    }
}
