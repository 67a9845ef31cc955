// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The search of {@link NothingPrintedIT} finds what is planted. */
class PrintedTest {

    private static final Mark SECRET = Mark.text(Mark.Kind.SECRET, "secret", "uA7xQz1LpW93kTdB");
    private static final Mark KEY = Mark.text(Mark.Kind.KEY, "key", "markOfKey7Q\t\"\u00d6\\");
    private static final Mark NUMBER = Mark.number(Mark.Kind.VALUE, "number", 8_317_204_965_113_472L);
    private static final List<Mark> MARKS = List.of(SECRET, KEY, NUMBER);

    @Test
    void findsEachFormOfEachMark() {
        for (Mark mark : MARKS) {
            assertThat(mark.forms()).hasSizeGreaterThan(8);
            mark.forms().forEach((form, text) -> {
                Printed printed = new Printed();
                printed.add("bean", "before" + text + "after");
                assertThat(printed.leaks(MARKS)).as("%s in form %s", mark, form).isNotEmpty();
            });
        }
    }

    @Test
    void findsAMarkInACauseAndInASuppressedException() {
        Exception outer = new IllegalStateException("outer", new IllegalArgumentException("for uA7xQz1LpW93kTdB"));
        Printed cause = new Printed();
        cause.thrown("call", outer);
        assertThat(cause.leaks(MARKS)).singleElement().asString().startsWith("exception: call contains secret");

        Exception suppressing = new IllegalStateException("outer");
        suppressing.addSuppressed(new IllegalArgumentException("key 8317204965113472"));
        Printed suppressed = new Printed();
        suppressed.call("call", () -> {
            throw suppressing;
        });
        assertThat(suppressed.leaks(MARKS)).hasSize(1);
    }

    @Test
    void findsAMarkInALineByItsLogger() {
        Printed printed = new Printed();
        printed.console("""
                a line of another program
                @LOG|org.hibernate.SQL|DEBUG [main] 8317204965113472
                @LOG|org.mariadb.jdbc.client|TRACE [main] packet:
                75 41 37 78 51 7a 31 4c 70 57 39 33 6b 54 64 42
                @LOG|io.handlersocket.client|DEBUG [main] trouble
                java.io.IOException: 8317204965113472
                @LOG|org.hibernate.SQL|DEBUG [main] uA7xQz1LpW93kTdB
                """);

        assertThat(printed.leaks(MARKS))
                .hasSize(2)
                .anyMatch(leak -> leak.startsWith("log: io.handlersocket.client contains number"))
                .anyMatch(leak -> leak.startsWith("log: org.hibernate.SQL contains secret"));
    }

    @Test
    void findsNothingInOtherText() {
        Printed printed = new Printed();
        printed.add("bean", "markOfKey 8317204965 uA7xQz1LpW93kTd bWFya09mS2V5");
        assertThat(printed.leaks(MARKS)).isEmpty();
        assertThat(printed.count("bean")).isEqualTo(1);
    }
}
