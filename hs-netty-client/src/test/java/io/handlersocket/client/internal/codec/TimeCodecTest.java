// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.UTC;
import static io.handlersocket.client.internal.codec.Codecs.decision;
import static io.handlersocket.client.internal.codec.Codecs.plain;
import static io.handlersocket.client.internal.codec.Codecs.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.sql.Time;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeCodecTest {

    @ParameterizedTest
    @CsvSource({
        "PT0S, [00:00:00.000]",
        "PT99H59M59S, [99:59:59.000]",
        "PT100H, [100:00:00.000]",
        "PT838H59M59.999S, [838:59:59.999]",
        "PT839H, SQL",
        "PT-0.001S, SQL",
        "PT0.0005S, no row"
    })
    void aDurationIsAKeyAsTheDriverSendsIt(Duration duration, String expected) {
        assertThat(decision(plain("time", 0, 3, UTC), duration)).isEqualTo(expected);
    }

    @Test
    void aLegacyTimeHasMilliseconds() {
        Time time = new Time(Time.valueOf("10:11:12").getTime() + 5);
        ColumnCodec micros = plain("time", 0, 6, UTC);

        assertThat(decision(micros, time)).isEqualTo("[10:11:12.005000]");
        assertThat(decision(plain("time"), time)).isEqualTo("no row");
        assertThat(read(micros, "10:11:12.005000", Time.class)).isEqualTo(time);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(micros, "10:11:12.005001", Time.class))
                .withMessageContaining("does not fit into java.sql.Time");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "10:11", "10:11:1x", "x:11:12", ":11:12", "10:11.12", "10:11:12,5", "10:11:12."})
    void refusesMalformedText(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(plain("time"), text))
                .withMessageContaining("not a value of this type");
    }
}
