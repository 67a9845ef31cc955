// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.control.guard.Quarantine;
import io.handlersocket.client.internal.control.sql.FakeServer;
import io.handlersocket.client.internal.lookup.IndexState;
import io.handlersocket.client.internal.lookup.Needed;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Refused indexes are tried again less and less often, and only if a lookup needs them. */
class DueIndexesTest {

    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(100);

    private final IndexRegistry registry = new IndexRegistry(2, System::nanoTime);
    private final DueIndexes due = new DueIndexes(registry, new Quarantine(InstantSource.system()));
    private final IndexState index = registry.get(new IndexState.Name(FakeServer.table("player"), "PRIMARY", true));
    private long now = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(30); // the clock may overflow

    private void refuse() {
        registry.assignIds(List.of(index));
        index.refuse(new RefusedException("no such table"));
    }

    private double secondsUntilDue() {
        long start = now;
        do {
            now += STEP;
            Needed.by(index);
        } while (due.now(now).isEmpty());
        index.refuse(new RefusedException("no such table"));
        return (now - start) / 1e9;
    }

    @Test
    void waitsLongerEachTimeUpToAMinute() {
        refuse();
        Needed.by(index);
        assertThat(due.now(now)).as("refused just now").isEmpty();
        assertThat(secondsUntilDue()).isBetween(2.5, 5.2);
        assertThat(secondsUntilDue()).isBetween(5.0, 10.2);
        for (int i = 0; i < 5; i++) {
            secondsUntilDue();
        }
        assertThat(secondsUntilDue()).isBetween(30.0, 60.2);
    }

    @Test
    void startsOverOnceNothingIsRefused() {
        refuse();
        for (int i = 0; i < 5; i++) {
            secondsUntilDue();
        }
        index.markNotOpen(UnavailableException.Reason.NOT_OPEN);
        assertThat(due.now(now)).isEmpty();
        refuse();
        assertThat(secondsUntilDue()).isBetween(2.5, 5.2);
    }

    @Test
    void anIndexThatNoLookupNeedsIsNotAskedFor() {
        refuse();
        for (int i = 0; i < 1_000; i++) {
            now += 10 * STEP;
            assertThat(due.now(now)).isEmpty();
        }
        assertThat(due.wanted()).isEmpty();
        Needed.by(index);
        assertThat(due.wanted()).containsExactly(index);
    }
}
