// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.internal.transport.LineRequest;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedConnectionsTest {

    private final EventLoop loop = new EventLoop("shared");
    private final SharedConnections shared = new SharedConnections(loop);
    private final EmbeddedConnection one = new EmbeddedConnection();
    private final EmbeddedConnection two = new EmbeddedConnection();

    @AfterEach
    void close() {
        loop.close();
    }

    @Test
    void thoseThatHaveEndedAreNotPublishedAndWithdrawn() {
        one.disconnect();
        assertThat(shared.publish(List.of(one.connection()))).isFalse();
        assertThat(shared.publish(List.of(one.connection(), two.connection()))).isTrue();
        assertThat(shared.all()).containsExactly(two.connection());
        two.disconnect();
        shared.withdrawClosed();
        assertThat(shared.all()).isEmpty();
        assertThat(shared.pick()).isNull();
        assertThat(shared.pickLeastBusy()).isNull();
    }

    @Test
    void aThreadKeepsToOneConnection() {
        shared.publish(List.of(one.connection(), two.connection()));
        Connection picked = shared.pick();
        assertThat(picked).isIn(one.connection(), two.connection());
        for (int i = 0; i < 10; i++) {
            assertThat(shared.pick()).isSameAs(picked);
        }
    }

    @Test
    void theEventLoopKeepsToTheConnectionItReadsUnlessThatIsRetired() throws InterruptedException {
        shared.publish(List.of(one.connection(), two.connection()));
        EmbeddedConnection read = new EmbeddedConnection();
        Connection reading = read.connection();
        Connection[] picked = new Connection[2];
        loop.group()
                .submit(() -> {
                    loop.reading = reading;
                    picked[0] = shared.pick();
                    reading.retired = true;
                    picked[1] = shared.pick();
                })
                .sync();
        assertThat(picked[0]).isSameAs(reading);
        assertThat(picked[1]).isIn(one.connection(), two.connection());
        assertThat(shared.pick()).as("another thread").isNotSameAs(reading);
    }

    @Test
    void muchWorkGoesToTheOneThatHoldsFewest() {
        shared.publish(List.of(one.connection(), two.connection()));
        Connection picked = Objects.requireNonNull(shared.pickLeastBusy());
        picked.submit(LineRequest.of("x"));
        assertThat(shared.pickLeastBusy()).isNotSameAs(picked);
    }

    @Test
    void theEventLoopKeepsToTheConnectionItReadsUnlessThatHoldsTwoMore() throws InterruptedException {
        shared.publish(List.of(one.connection(), two.connection()));
        Connection reading = one.connection();
        Connection[] picked = new Connection[2];
        reading.submit(LineRequest.of("x"));
        loop.group()
                .submit(() -> {
                    loop.reading = reading;
                    picked[0] = shared.pickLeastBusy();
                    reading.submit(LineRequest.of("x"));
                    picked[1] = shared.pickLeastBusy();
                    loop.reading = null;
                })
                .sync();
        assertThat(picked[0]).isSameAs(reading);
        assertThat(picked[1]).isSameAs(two.connection());
    }
}
