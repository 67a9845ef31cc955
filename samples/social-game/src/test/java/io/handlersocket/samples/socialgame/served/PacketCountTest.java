// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.served;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Commands are found in a stream of packets, however it is cut. */
class PacketCountTest {

    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();

    @Test
    void countsCommandsWhereverTheStreamIsCut() {
        packet(0, "\003SELECT 1");
        packet(0, "\003set autocommit=0");
        packet(0, "\003 INSERT INTO t VALUES (1)");
        packet(1, "an answer to the server is no command");
        packet(0, "\026SELECT prepared");
        packet(0, "\027executed");
        packet(0, "\003COMMIT");
        packet(0, "\001");
        byte[] sent = stream.toByteArray();

        for (int cut = 0; cut <= sent.length; cut++) {
            Meter meter = Meter.begin("cut at " + cut);
            PacketCount count = new PacketCount();
            count.sent(sent, 0, cut);
            count.sent(sent, cut, sent.length - cut);
            meter.end();

            assertThat(meter.serving().sqlCommands()).as("cut at %d", cut).isEqualTo(7);
            assertThat(meter.rowStatements()).as("cut at %d", cut).isEqualTo(3);
        }
    }

    @Test
    void countsNothingWithoutAMeter() {
        packet(0, "\003SELECT 1");
        new PacketCount().sent(stream.toByteArray(), 0, stream.size());

        assertThat(Meter.current()).isNull();
    }

    private void packet(int number, String payload) {
        byte[] bytes = payload.getBytes(StandardCharsets.US_ASCII);
        stream.write(bytes.length);
        stream.write(0);
        stream.write(0);
        stream.write(number);
        stream.writeBytes(bytes);
    }
}
