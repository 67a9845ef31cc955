// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whether a shared index is open, why not, and who opens it again. */
class IndexStateTest {

    private final IndexState index = new IndexState(new IndexState.Name(Tables.MEMBER, "PRIMARY", true), 0);
    private final OpenedIndex opened = Tables.opened(Tables.index("PRIMARY", true, "player"));

    private Reason reason() {
        return ((UnavailableException) index.whyNot()).reason();
    }

    @Test
    void aClosedIndexKeepsItsLastOpening() {
        assertThat(index.last()).isEmpty();
        index.open(opened, 0);
        index.markNotOpen(Reason.NOT_CONNECTED);
        assertThat(index.opened()).isNull();
        assertThat(index.last()).containsSame(opened);
        assertThat(reason()).isEqualTo(Reason.NOT_CONNECTED);
    }

    @Test
    void aLostConnectionDoesNotHideWhyTheIndexWasClosedBefore() {
        index.open(opened, 0);
        index.markNotOpen(Reason.QUARANTINED);
        index.disconnect(Reason.NOT_CONNECTED, true);
        assertThat(reason()).isEqualTo(Reason.QUARANTINED);

        index.open(opened, 0);
        index.disconnect(Reason.NOT_CONNECTED, false);
        index.disconnect(Reason.IDLE, false);
        assertThat(reason()).isEqualTo(Reason.IDLE);
        assertThat(index.isIdle()).isTrue();
        index.disconnect(Reason.NOT_CONNECTED, false);
        assertThat(reason()).isEqualTo(Reason.IDLE);
    }

    @Test
    void aReasonOfTheClientEndsWithTheNextOne() {
        for (Reason before : List.of(Reason.DRAINED, Reason.NOT_USABLE, Reason.QUARANTINED, Reason.NOT_CONNECTED)) {
            index.open(opened, 0);
            index.disconnect(before, false);
            index.disconnect(Reason.NOT_CONNECTED, false);
            assertThat(reason()).as("after " + before).isEqualTo(Reason.NOT_CONNECTED);
        }
    }

    @Test
    void closedIsTheReasonWhateverWasBefore() {
        for (Reason before : Reason.values()) {
            index.open(opened, 0);
            index.markNotOpen(before);
            index.disconnect(Reason.CLOSED, true);
            assertThat(reason()).as("after " + before).isEqualTo(Reason.CLOSED);
        }
    }

    @Test
    void oneLookupRequestsTheOpening() {
        index.open(opened, 0);
        index.markNotOpen(Reason.NOT_OPEN);
        assertThat(index.shouldRequestOpening()).isTrue();
        assertThat(index.shouldRequestOpening()).as("twice").isFalse();
        index.openingFailed();
        assertThat(index.shouldRequestOpening()).as("after it failed").isTrue();

        index.open(opened, 0);
        index.markNotOpen(Reason.IDLE);
        assertThat(index.shouldRequestOpening()).as("after it was opened").isTrue();
    }

    @Test
    void noLookupRequestsAnOpeningThatTheControlThreadMakesItself() {
        for (Reason reason : new Reason[] {Reason.NOT_CONNECTED, Reason.QUARANTINED, Reason.CLOSED}) {
            index.markNotOpen(reason);
            assertThat(index.shouldRequestOpening()).as("%s", reason).isFalse();
        }
        index.markNotOpen(Reason.NOT_OPEN);
        index.refuse(new RefusedException("changed"));
        assertThat(index.shouldRequestOpening()).as("refused").isFalse();
    }

    @Test
    void aRefusalIsThrownAnewForEachLookup() {
        RefusedException refusal = new RefusedException("changed");
        index.open(opened, 0);
        index.refuse(refusal);
        assertThat(index.opened()).isNull();
        assertThat(index.isRefused()).isTrue();
        assertThat(index.whyNot())
                .isInstanceOf(RefusedException.class)
                .hasMessage("changed")
                .isNotSameAs(refusal)
                .isNotSameAs(index.whyNot());

        index.open(opened, 0);
        assertThat(index.isRefused()).isFalse();
    }

    @Test
    void aRefusedIndexIsWantedOnceALookupNeedsIt() {
        assertThat(index.isWanted()).as("not open yet").isTrue();
        index.open(opened, 0);
        assertThat(index.isWanted()).as("open").isFalse();
        index.refuse(new RefusedException("no such table"));
        assertThat(index.isWanted()).as("nothing has needed it since").isFalse();
        assertThat(index.shouldRequestOpening()).isFalse();
        assertThat(index.isWanted()).isTrue();
        index.refuse(new RefusedException("no such table"));
        assertThat(index.isWanted()).as("refused again").isFalse();
    }
}
