// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import java.lang.reflect.Proxy;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Each option that cannot work is refused with its name; no server is asked. */
@NullUnmarked
class ReplicasBuilderTest {

    private static HandlerSocketClientBuilder server(String name) {
        DataSource none = (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
        return HandlerSocketClient.builder().name(name).dataSource(none);
    }

    private static ReplicasBuilder two() {
        return Replicas.builder(server("db1")).replica("db2", server("db2"));
    }

    private static void refused(String message, ReplicasBuilder builder) {
        assertThatIllegalStateException().isThrownBy(builder::build).withMessageContaining(message);
    }

    @Test
    void whatDoesNotFitTogetherIsRefused() {
        refused("replica: none", Replicas.builder(server("db1")));
        refused("lease", two().pollInterval(Duration.ofMillis(200)));
        refused("defaultFreshness", two().defaultFreshness(Freshness.parse("99ms")));
        HandlerSocketClientBuilder withoutSql = HandlerSocketClient.builder().name("db1");
        refused("primary: dataSource: not set", Replicas.builder(withoutSql).replica("db2", server("x")));
        refused(
                "primary: withoutGuard",
                Replicas.builder(server("db1").withoutGuard()).replica("db2", server("x")));
        refused(
                "db2: withoutGuard",
                Replicas.builder(server("db1")).replica("db2", server("x").withoutGuard()));
        refused("name of the primary", Replicas.builder(server("db1")).replica("db1", server("x")));
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        for (Duration poll : new Duration[] {Duration.ofMillis(9), Duration.ofMillis(1001), Duration.ofSeconds(-1)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> two().pollInterval(poll))
                    .withMessageContaining("pollInterval");
        }
        for (Duration lease : new Duration[] {Duration.ZERO, Duration.ofSeconds(11)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> two().lease(lease))
                    .withMessageContaining("lease");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> two().replica("db2", server("db2")));
        assertThatIllegalArgumentException().isThrownBy(() -> two().replica("", server("db2")));
    }

    @Test
    void nullIsRefused() {
        assertThatNullPointerException()
                .isThrownBy(() -> Replicas.builder(null))
                .withMessageContaining("primary");
        HandlerSocketClientBuilder other = server("x");
        assertThatNullPointerException()
                .isThrownBy(() -> two().replica(null, other))
                .withMessageContaining("replica");
        assertThatNullPointerException()
                .isThrownBy(() -> two().replica("x", null))
                .withMessageContaining("replica x");
        assertThatNullPointerException().isThrownBy(() -> two().listener(null)).withMessageContaining("listener");
    }
}
