// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.handlersocket.replicas.GtidPosition.Gtid;
import java.util.HashMap;
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
                "0-1-1;DROP TABLE t"
            })
    void aTextFromOutsideIsRefusedIfItIsNoPosition(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> at(text));
    }

    @Test
    void aLongTextIsRefusedWithoutReadingIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> at("0-1-1,".repeat(500)))
                .withMessageContaining("at most 2816");
    }

    @Test
    void aPositionOfManyLongIdsIsReadBackUpToALimit() {
        GtidPosition most = new GtidPosition(domains(GtidPosition.MAX_DOMAINS));
        assertThat(at(most.toString())).isEqualTo(most);
        assertThat(at(most.toString().replace(",", ", "))).isEqualTo(most);

        Map<Long, Gtid> short65 = new HashMap<>();
        for (long domain = 0; domain <= GtidPosition.MAX_DOMAINS; domain++) {
            short65.put(domain, new Gtid(domain, 1, 1));
        }
        String more = new GtidPosition(short65).toString();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> at(more))
                .withMessage("GTID position: 65 domains (expected at most 64)");
    }

    /** The longest ids there are. */
    private static Map<Long, Gtid> domains(int count) {
        Map<Long, Gtid> domains = new HashMap<>();
        for (int i = 0; i < count; i++) {
            long domain = 0xFFFF_FFFFL - i;
            domains.put(domain, new Gtid(domain, 0xFFFF_FFFFL, -1));
        }
        return domains;
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
