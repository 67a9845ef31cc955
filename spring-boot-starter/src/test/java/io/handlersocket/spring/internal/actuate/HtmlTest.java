// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HtmlTest {

    @Test
    void escapesEachText() {
        assertThat(Html.fact("Server", "<b>\"a\" & 'b'"))
                .isEqualTo("<dt>Server</dt><dd>&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39;</dd>\n");
        assertThat(Html.table("Methods", List.of("Method"), List.of(List.of("</td><script>"))))
                .contains("<td data-label=\"Method\">&lt;/td&gt;&lt;script&gt;</td>");
    }

    @Test
    void omitsWhatIsAbsent() {
        assertThat(Html.fact("Server", null)).isEmpty();
        assertThat(Html.table("Methods", List.of("Method"), List.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1,100 %", "0.99,99 %", "0.5,50 %", "0.0041,0.41 %", "0,0 %"})
    void writesShares(double share, String expected) {
        assertThat(Html.percent(share)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"9.4,9.4 µs", "120,120 µs", "1200,1.2 ms", "150000,150 ms", ",–"})
    void writesTimes(Double micros, String expected) {
        assertThat(Html.time(micros)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "com.example.game.Player,Player",
        "com.example.Guild.members,Guild.members",
        "query on com.example.Player,query on Player",
        "Player,Player"
    })
    void dropsPackages(String name, String expected) {
        assertThat(Html.unqualified(name)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"996,4,0.99", "1,0,1", "0,1,0", "41,9959,0.0041"})
    void isNoWholeShareUnlessAllWentOverHandlerSocket(long fast, long jdbc, double expected) {
        assertThat(Digits.share(fast, jdbc)).isEqualTo(expected);
    }

    @Test
    void hasNoShareOfNothing() {
        assertThat(Digits.share(0, 0)).isNull();
    }
}
