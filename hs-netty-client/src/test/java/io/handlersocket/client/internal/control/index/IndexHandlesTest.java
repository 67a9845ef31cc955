// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.concurrent.ManualTime;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.lookup.IndexState;
import io.handlersocket.client.internal.lookup.LookupContext;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.lookup.ReplyLayout;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.WireIndex;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Handles are remembered up to a bound, and work on when they are not. */
class IndexHandlesTest {

    private static final long SECOND = 1_000_000_000;

    private final ManualTime time = new ManualTime();
    private final ConnectionPool pool = new ConnectionPool(
            "unit",
            new ConnectionLimits(1_000, 10, 10, 1_000, 0, SECOND),
            null,
            (closed, reason) -> {},
            () -> {},
            time);
    private final List<IndexState> askedFor = new ArrayList<>();
    private final LookupContext context = new LookupContext(
            pool, askedFor::add, new ClientListener() {}, () -> false, new UserStages(null, pool.io()), SECOND);
    private final IndexRegistry handles = new IndexRegistry(1, time);

    @AfterEach
    void close() {
        pool.close();
    }

    /** An index that was opened after all others. */
    private IndexState shared(String table) {
        time.advanceMillis(1);
        TableName name = new TableName("game", table);
        Table definition = new Table(
                name,
                "BASE TABLE",
                "InnoDB",
                false,
                List.of(CatalogFixture.column("id", "int", false)),
                List.of(new IndexDefinition("PRIMARY", true, "BTREE", List.of(new IndexPart("id", 0, false)))));
        ReplyLayout layout = ReplyLayout.of(definition, "PRIMARY", true, CatalogFixture.SERVER);
        IndexState shared = new IndexState(new IndexState.Name(name, "PRIMARY", true), time.getAsLong());
        shared.open(new OpenedIndex(new WireIndex(0, name, "PRIMARY", layout.columnNames()), layout), time.getAsLong());
        return shared;
    }

    private Index handle(IndexState shared) {
        OpenedIndex opened = Objects.requireNonNull(shared.opened());
        return handles.handle(IndexSpec.primary("game", shared.name().table().table()), shared, opened, context);
    }

    private boolean isClosedBy(IndexState index, Index released) {
        handles.release(released);
        return index.opened() == null;
    }

    @Test
    void theSameSpecIsTheSameHandle() {
        IndexState player = shared("player");
        assertThat(handle(player)).isSameAs(handle(player));
        assertThat(handle(shared("player")))
                .as("of an index that was forgotten and asked for anew")
                .isNotSameAs(handle(player));
    }

    @Test
    void theHandleNotUsedForLongestIsForgottenAndWorksOn() {
        IndexState player = shared("player");
        Index first = handle(player);
        for (int i = 0; i < 4; i++) {
            handle(shared("t" + i));
        }
        assertThat(isClosedBy(player, first)).as("known no more").isFalse();

        player.markNotOpen(UnavailableException.Reason.NOT_OPEN);
        assertThatThrownBy(() -> first.find(1))
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        e -> assertThat(e.reason()).isEqualTo(UnavailableException.Reason.NOT_OPEN));
        assertThat(askedFor).as("is opened again").containsExactly(player);
    }

    @Test
    void aViewWithAnotherTimeoutIsGivenBackAsItsHandle() {
        IndexState player = shared("player");
        Index view = handle(player).withTimeout(Duration.ofSeconds(2));
        OpenedIndex opened = Objects.requireNonNull(player.opened());
        assertThat(isClosedBy(player, view)).isTrue();
        player.open(opened, time.getAsLong());
        Index next = handle(player);
        assertThat(isClosedBy(player, view)).as("given back before").isFalse();
        assertThat(handle(player)).isSameAs(next);
    }

    @Test
    void whatIsGivenBackIsClosedOnlyWithItsLastHandle() {
        IndexState player = shared("player");
        Index all = handle(player);
        OpenedIndex opened = Objects.requireNonNull(player.opened());
        Index some =
                handles.handle(new IndexSpec(all.spec().table(), "PRIMARY", List.of("id")), player, opened, context);
        assertThat(isClosedBy(player, all)).as("another handle reads it").isFalse();
        assertThat(isClosedBy(player, all)).as("twice").isFalse();
        assertThat(isClosedBy(player, some)).isTrue();
    }
}
