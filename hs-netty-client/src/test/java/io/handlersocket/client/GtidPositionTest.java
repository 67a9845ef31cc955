// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.handlersocket.client.GtidPosition.Gtid;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GtidPositionTest {

    private static GtidPosition at(String text) {
        return GtidPosition.parse(text);
    }

    @Test
    void theTextIsReadAndWritten() {
        String largest = "4294967295-4294967295-18446744073709551615";
        for (String text : List.of("", "0-1-42", "0-1-42,1-1-7", "0-0-0", largest)) {
            assertThat(at(text)).hasToString(text).isEqualTo(at(text));
        }
        assertThat(at(" 1-1-7 , 0-2-42 ")).hasToString("0-2-42,1-1-7");
        assertThat(at("")).isEqualTo(GtidPosition.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "0-1",
                "0-1-",
                "0-1-x",
                "-0-1-1",
                "0-1-1,",
                ",0-1-1",
                "0-1-1-1",
                "0-1-1,0-2-2",
                "4294967296-1-1",
                "0-4294967296-1",
                "0-1-18446744073709551616",
                "0-1-99999999999999999999",
                "0-1-1;DROP TABLE t",
                "0-1-1,1-1-1,2-1-1,3-1-1,4-1-1,5-1-1,6-1-1,7-1-1,8-1-1"
            })
    void aTextFromOutsideIsRefusedIfItIsNoPosition(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> at(text));
    }

    @Test
    void aLongTextIsRefusedWithoutReadingIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> at("0-1-1,".repeat(40)))
                .withMessageContaining("at most 200");
    }

    @Test
    void aPositionCoversAnotherIfEachOfItsDomainsIsAsFar() {
        assertThat(at("0-1-42").covers(at("0-2-42"))).isTrue();
        assertThat(at("0-1-42").covers(at("0-1-43"))).isFalse();
        assertThat(at("0-1-42,1-1-7").covers(at("0-1-42"))).isTrue();
        assertThat(at("0-1-42").covers(at("0-1-42,1-1-7"))).isFalse();
        assertThat(at("").covers(at(""))).isTrue();
        assertThat(at("").covers(at("0-1-1"))).isFalse();
        assertThat(at("0-1-10").covers(at("0-1-9"))).as("as numbers").isTrue();
        assertThat(at("0-1-18446744073709551615").covers(at("0-1-1")))
                .as("unsigned")
                .isTrue();
    }

    @Test
    void theHigherOfTwoPositionsIsTakenInEachDomain() {
        assertThat(at("0-1-42,1-1-7").max(at("0-2-41,1-2-8,2-1-1"))).hasToString("0-1-42,1-2-8,2-1-1");
        GtidPosition higher = at("0-1-42");
        assertThat(higher.max(at("0-1-1"))).isSameAs(higher);
    }

    @Test
    void theLowerOfTwoPositionsHasTheDomainsOfBoth() {
        assertThat(at("0-1-42,1-1-7").min(at("0-2-41,1-2-8,2-1-1"))).hasToString("0-2-41,1-1-7");
        assertThat(at("0-1-42,1-1-7").min(at("0-1-50"))).hasToString("0-1-42");
        GtidPosition lower = at("0-1-1");
        assertThat(lower.min(at("0-1-42,1-1-7"))).isSameAs(lower);
    }

    @Test
    void aDomainIsThatOfItsTransaction() {
        assertThatIllegalArgumentException().isThrownBy(() -> new GtidPosition(Map.of(1L, new Gtid(0, 1, 42))));
    }
}
