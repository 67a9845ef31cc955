// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.concurrent.UserFuture;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.lookup.FindRequest.NumberFindRequest;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import io.handlersocket.client.internal.transport.shared.EmbeddedConnection;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A lookup keeps its key as short as possible, and behaves as the future that users get. */
class FindRequestTest {

    private static final long HOUR = 3_600_000_000_000L;

    private final ConnectionPool pool = new ConnectionPool(
            "unit",
            new ConnectionLimits(1_000, 10, 10, 1_000, 0, HOUR),
            null,
            (closed, reason) -> {},
            () -> {},
            System::nanoTime);
    private final LookupContext context =
            new LookupContext(pool, closed -> {}, Tables.SILENT, () -> false, new UserStages(null, pool.io()), HOUR);

    @AfterEach
    void close() {
        pool.close();
    }

    private @Nullable FindRequest find(OpenedIndex index, Object... key) {
        return FindRequest.of(context, index, key, System.nanoTime());
    }

    private List<String> sent(OpenedIndex index, Object... key) {
        EmbeddedConnection server = new EmbeddedConnection();
        server.open(index.wire());
        server.connection().submit(Objects.requireNonNull(find(index, key)));
        return server.flushes();
    }

    @Test
    void aNumberIsSentAsItsCanonicalText() {
        OpenedIndex byPlayer = Tables.opened(Tables.index("PRIMARY", true, "player"));
        for (Number key : List.of(0, -20, 20L, Integer.MAX_VALUE)) {
            assertThat(find(byPlayer, key)).isInstanceOf(NumberFindRequest.class);
            assertThat(sent(byPlayer, key)).containsExactly("7\t=\t1\t" + key + '\n');
        }
        assertThat(sent(byPlayer, BigInteger.TEN)).containsExactly("7\t=\t1\t10\n");
        assertThat(sent(byPlayer, new BigDecimal("1.0"))).containsExactly("7\t=\t1\t1\n");
        assertThat(find(byPlayer, 1L << 40)).isNull();
        assertThat(find(byPlayer, new BigDecimal("1.5"))).isNull();
        assertThatThrownBy(() -> find(byPlayer, "1")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void severalPartsAreSentInOrder() {
        OpenedIndex both = Tables.opened(Tables.index("PRIMARY", true, "guild", "player"));
        assertThat(sent(both, 1, -2)).containsExactly("7\t=\t2\t1\t-2\n");
        assertThat(find(both, 1, 1L << 40)).isNull();
    }

    @Test
    void theCallerMayChangeItsArrayBeforeTheRequestIsSentAndBeforeTheReply() {
        OpenedIndex byToken = Tables.opened(CatalogFixture.column("token", "uuid", false));
        EmbeddedConnection server = new EmbeddedConnection();
        server.open(byToken.wire());
        byte[] key = "aaaaaaaaaaaaaaaa".getBytes(ISO_8859_1);
        FindRequest request = Objects.requireNonNull(find(byToken, (Object) key));
        server.connection().submit(request);
        Arrays.fill(key, (byte) '\n');
        assertThat(server.flushes()).containsExactly("7\t=\t1\taaaaaaaaaaaaaaaa\n");
        Arrays.fill(key, (byte) 'b');
        server.receive("0\t1\t61616161-6161-6161-6161-616161616161\n");
        assertThat(request.getNow(Optional.empty())).isPresent();
    }

    /** Request, future and key are one object. Another object for each lookup would have 16 bytes at least. */
    @Test
    void aLookupByANumberIsOneObject() {
        OpenedIndex index = Tables.opened(Tables.index("PRIMARY", true, "player"));
        Object[] key = {4711};
        int count = 10_000;
        @Nullable FindRequest[] kept = new FindRequest[count];
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        kept[0] = FindRequest.of(context, index, key, 0); // loads the classes
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 1; i < count; i++) {
            kept[i] = FindRequest.of(context, index, key, 0);
        }
        long each = (threads.getCurrentThreadAllocatedBytes() - before) / count;
        assertThat(kept).doesNotContainNull();
        assertThat(each).isBetween(1L, 56L);
    }

    /** The I/O thread completes the stage, so it must not wait for it, nor for one that depends on it. */
    @Test
    void noDriverThreadWaitsForIt() throws InterruptedException {
        CompletableFuture<?> request = Objects.requireNonNull(
                        find(Tables.opened(Tables.index("PRIMARY", true, "player")), 1))
                .stage();
        CompletableFuture<?> derived = request.thenApply(row -> row);
        assertThat(derived).isInstanceOf(UserFuture.class);
        CompletableFuture<Void> checked = new CompletableFuture<>();
        Thread io = DriverThread.io("unit").newThread(() -> {
            try {
                assertThatThrownBy(request::join).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(request::get).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(() -> request.get(1, TimeUnit.HOURS)).isInstanceOf(IllegalStateException.class);
                checked.complete(null);
            } catch (Throwable e) {
                checked.completeExceptionally(e);
            }
        });
        io.start();
        io.join();
        assertThat(checked).isCompleted();
    }
}
