// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DirectWidthTest {

    private static long micros(long count) {
        return TimeUnit.MICROSECONDS.toNanos(count);
    }

    private static DirectWidth after(int max, int processors, long micros) {
        DirectWidth width = new DirectWidth(max, processors);
        width.answered(micros(micros));
        return width;
    }

    @Test
    void callersOfADistantServerUseAllConnectionsAndDoNotQueue() {
        assertThat(after(16, 2, 500).width()).isEqualTo(16);
        assertThat(after(16, 2, 500).queues()).isFalse();
        assertThat(new DirectWidth(16, 2).queues())
                .as("before the first answer")
                .isFalse();
    }

    @Test
    void callersOfANearServerShareFourConnectionsForEachProcessor() {
        assertThat(after(16, 1, 20).width()).isEqualTo(4);
        assertThat(after(16, 2, 20).width()).isEqualTo(8);
        assertThat(after(16, 2, 20).queues()).isTrue();
        assertThat(after(16, 4, 1).width()).isEqualTo(16);
    }

    @Test
    void aLongerWayTakesMoreConnectionsToFillTheProcessors() {
        assertThat(after(16, 2, 90).width()).isEqualTo(12);
        assertThat(after(16, 2, 90).queues()).isTrue();
        assertThat(after(16, 2, 130).width()).isEqualTo(16);
        assertThat(after(16, 2, 130).queues()).as("16 are enough").isTrue();
        assertThat(after(16, 2, 150).queues()).isFalse();
    }

    @Test
    void manyProcessorsAndFewConnectionsLeaveTheOthersToTheSharedOnes() {
        assertThat(after(16, 16, 20).width()).isEqualTo(16);
        assertThat(after(16, 16, 20).queues()).isFalse();
        assertThat(after(2, 2, 20).width()).isEqualTo(2);
        assertThat(after(2, 2, 20).queues()).isFalse();
    }

    @Test
    void theShortestAnswerOfTheLastSecondsCounts() {
        DirectWidth width = after(16, 2, 20);
        width.answered(micros(900));
        assertThat(width.width()).as("a loaded server is not a distant one").isEqualTo(8);
        for (int second = 0; second < 20; second++) {
            width.age();
            width.answered(micros(900));
        }
        assertThat(width.width()).as("the way has become longer").isEqualTo(16);
        for (int second = 0; second < 1_000; second++) {
            width.age();
        }
        width.answered(micros(20));
        assertThat(width.width()).isEqualTo(8);
    }
}
