// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.internal.control.sql.GaleraMembers.Member;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GaleraMembersTest {

    private static Optional<GaleraMembers> of(String size, String index, String addresses) {
        return GaleraMembers.of(Map.of(
                "wsrep_cluster_size",
                size,
                "wsrep_local_index",
                index,
                "wsrep_incoming_addresses",
                addresses,
                "wsrep_cluster_state_uuid",
                "id"));
    }

    @ParameterizedTest
    @CsvSource({
        "db2:3307, db2:3307",
        "DB-2.example.com, DB-2.example.com:3306",
        "' 10.0.0.2:3306 ', 10.0.0.2:3306",
        "10.0.0.2:0, 10.0.0.2:3306",
        "[fe80::1]:3307, [fe80::1]:3307",
        "[::1], [::1]:3306"
    })
    void anEntryIsAnAddress(String entry, String address) {
        assertThat(Member.of(entry).address()).contains(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "AUTO", "fe80::1", "db2:x", "db2:65536", "db2:1234567", ":3306", "db2/x?user=a", "a,b"})
    void anEntryIsNoAddress(String entry) {
        assertThat(Member.of(entry).address()).isEmpty();
    }

    @Test
    void aServerAloneHasNoMembers() {
        assertThat(GaleraMembers.of(Map.of())).isEmpty();
        assertThat(of("0", "18446744073709551615", "")).isEmpty();
        assertThat(GaleraMembers.of(Map.of("wsrep_cluster_size", "0"))).isEmpty();
    }

    @Test
    void theMemberThatWasAskedIsNotAmongTheOthers() {
        assertThat(of("3", "1", "a:1,b:2,c:3"))
                .contains(new GaleraMembers("id", Member.of("b:2"), List.of(Member.of("a:1"), Member.of("c:3"))));
        assertThat(of("1", "0", "AUTO")).contains(new GaleraMembers("id", Member.of("AUTO"), List.of()));
    }

    @Test
    void aMemberThatIsNotListedIsMissed() {
        assertThat(of("3", "0", "a:1,b:2").orElseThrow().others()).containsExactly(Member.of("b:2"), Member.of(""));
        assertThat(of("2", "0", ",b:2").orElseThrow().others()).containsExactly(Member.of("b:2"));
        assertThat(of("2", "0", "").orElseThrow().others()).containsExactly(Member.of(""));
    }

    @Test
    void aMemberThatDoesNotKnowItsPlaceCanBeAny() {
        assertThat(of("2", "18446744073709551615", "a:1,b:2").orElseThrow().others())
                .containsExactly(Member.of("a:1"), Member.of("b:2"));
    }
}
