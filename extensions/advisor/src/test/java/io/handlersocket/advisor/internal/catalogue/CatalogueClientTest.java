// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.internal.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.concurrent.TimeSource;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.Listeners;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A caller that opens an index does not wait for ever for a pool that has no connection. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CatalogueClientTest {

    private final CountDownLatch released = new CountDownLatch(1);
    private final CatalogueClient client = new CatalogueClient(new ClientOptions(
            "unit",
            exhausted(),
            new ClientOptions.Address(null, 0, null, null, null, null),
            new ClientOptions.Times(Duration.ofMillis(1), Duration.ofSeconds(1), Duration.ZERO, Duration.ZERO),
            new ClientOptions.Sizes(1, 0, 256, 1_000, 100_000, 10),
            true,
            true,
            null,
            new Listeners("unit", Duration.ofHours(1), List.of()),
            TimeSource.SYSTEM));

    /** A pool whose only connection is in use until the test ends. */
    private DataSource exhausted() {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, given) -> {
                    released.await(1, TimeUnit.MINUTES);
                    throw new SQLException("made up");
                });
    }

    @AfterEach
    void close() {
        released.countDown();
        client.close();
    }

    @Test
    void openingAnIndexEndsAfterTheLimit() {
        assertThatThrownBy(() -> client.index("t"))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContainingAll("not opened within PT1.002S; the client is ", "awaitReady", "connectTimeout");
        assertThatThrownBy(() -> client.index(IndexSpec.primary("s", "t"))).isInstanceOf(UnavailableException.class);
    }

    @Test
    void anInterruptEndsTheOpening() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> client.index("t"))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}
