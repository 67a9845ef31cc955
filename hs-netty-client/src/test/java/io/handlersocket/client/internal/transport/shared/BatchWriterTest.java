// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.transport.BatchSizes;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.LineRequest;
import io.handlersocket.client.internal.transport.RequestGroup;
import io.handlersocket.client.internal.transport.WireIndex;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BatchWriterTest {

    private final SendQueue queue =
            new SendQueue("w", new ConnectionLimits(1_000, 1_000, 1_000, 1_000, 0, TimeUnit.SECONDS.toNanos(1)));
    private final InFlightRequests inFlight = new InFlightRequests();
    private final BatchSizes sizes = new BatchSizes(Connection.MAX_BATCH);
    private final BatchWriter writer = new BatchWriter("w", queue, inFlight, new WireIndex[2], sizes);
    private final ChannelInboundHandlerAdapter end = new ChannelInboundHandlerAdapter();
    private final EmbeddedChannel channel = new EmbeddedChannel(end);

    private boolean write(int room) {
        ChannelHandlerContext context = channel.pipeline().context(end);
        return writer.write(context, room, System.nanoTime());
    }

    private String written() {
        ByteBuf bytes = channel.readOutbound();
        if (bytes == null) {
            return "";
        }
        try {
            return bytes.toString(StandardCharsets.ISO_8859_1);
        } finally {
            bytes.release();
        }
    }

    private LineRequest offer(LineRequest request) {
        queue.offer(request);
        return request;
    }

    @Test
    void writesNoMoreThanThereIsRoomForAndSaysThatMoreWait() {
        for (String line : List.of("a", "b", "c")) {
            offer(LineRequest.of(line));
        }
        assertThat(write(2)).isTrue();
        assertThat(written()).isEqualTo("a\nb\n");
        assertThat(inFlight.size()).isEqualTo(2);
        assertThat(inFlight.batchSize()).isEqualTo(2);
        assertThat(queue.size()).isEqualTo(1);

        assertThat(write(2)).isFalse();
        assertThat(written()).isEqualTo("c\n");
        assertThat(sizes.sums()).startsWith(1L, 1L);
    }

    @Test
    void writesLinesOfAnyLengthTogetherUntilAFlushIsLong() {
        StringBuilder lines = new StringBuilder();
        for (int length : new int[] {10, 8_000, 0, 300, 90_000}) {
            String line = String.valueOf((char) ('a' + length % 26)).repeat(length);
            offer(LineRequest.of(line));
            lines.append(line).append('\n');
        }
        offer(LineRequest.of("next"));
        assertThat(write(10)).isTrue();
        assertThat(written()).isEqualTo(lines.toString());
        assertThat(write(10)).isFalse();
        assertThat(written()).isEqualTo("next\n");

        offer(LineRequest.of("after"));
        assertThat(write(10)).isFalse();
        assertThat(written()).isEqualTo("after\n");
    }

    @Test
    void writesNothingForWhatIsNotOpenLateOrCancelled() {
        WireIndex closed = new WireIndex(1, new TableName("s", "t"), "k", List.of("id"));
        LineRequest notOpen = offer(new LineRequest("1\n", closed, 60_000));
        LineRequest late = offer(new LineRequest("2\n", null, -1));
        offer(LineRequest.of("3")).cancel();

        assertThat(write(10)).isFalse();

        assertThat(written()).isEmpty();
        assertThat(inFlight.isEmpty()).isTrue();
        assertThat(queue.size()).isZero();
        assertThat(sizes.sums()).containsOnly(0L);
        assertThatThrownBy(notOpen::join).hasCauseInstanceOf(UnavailableException.class);
        assertThatThrownBy(late::join).hasCauseInstanceOf(RequestTimeoutException.class);
    }

    @Test
    void aGroupWaitsForRoomInTheServersBufferAndLeavesAlone() {
        offer(LineRequest.of("before"));
        queue.offer(new RequestGroup(List.of(LineRequest.of("x".repeat(RequestGroup.MAX_BYTES - 2)))));
        offer(LineRequest.of("after"));

        assertThat(write(10))
                .as("the group does not fit beside what is unanswered")
                .isFalse();
        assertThat(written()).isEqualTo("before\n");
        inFlight.remove();
        assertThat(write(10)).isTrue();
        assertThat(written()).startsWith("xxx").doesNotContain("after");
        assertThat(write(10)).isFalse();
        assertThat(written()).isEqualTo("after\n");
    }
}
