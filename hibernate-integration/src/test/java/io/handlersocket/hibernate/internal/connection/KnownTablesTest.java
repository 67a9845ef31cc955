// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.internal.gate.TableKind;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KnownTablesTest {

    private final FakeClient client = FakeClient.withAnn();
    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger wrong = new AtomicInteger();
    private final KnownTables tables =
            new KnownTables(() -> client, () -> "game", now::get, () -> true, wrong::incrementAndGet);

    @Test
    void aTableMayHaveTriggersUnlessTheCatalogueSaysThatItHasNone() {
        assertThat(tables.apply("player")).isEqualTo(TableKind.BASE);
        client.mayHaveTriggers("player", false);
        now.addAndGet(Duration.ofSeconds(30).toNanos());
        assertThat(tables.apply("player")).isEqualTo(TableKind.PLAIN);
        assertThat(wrong).hasValue(0);
    }

    @Test
    void aTriggerThatAppearsMakesThatKnowledgeWrong() {
        client.mayHaveTriggers("player", false);
        assertThat(tables.apply("player")).isEqualTo(TableKind.PLAIN);
        client.mayHaveTriggers("player", true);
        now.addAndGet(Duration.ofSeconds(29).toNanos());
        assertThat(tables.apply("player")).isEqualTo(TableKind.PLAIN);
        assertThat(wrong).hasValue(0);
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(tables.apply("player")).isEqualTo(TableKind.BASE);
        assertThat(wrong).hasValue(1);
        now.addAndGet(Duration.ofSeconds(30).toNanos());
        assertThat(tables.apply("player")).isEqualTo(TableKind.BASE);
        assertThat(wrong).hasValue(1);
    }
}
