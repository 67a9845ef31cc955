// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.Range;
import io.handlersocket.client.Row;
import io.handlersocket.client.spi.ServerIndex;
import io.handlersocket.replicas.GtidPosition;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the rows of the lines say about the position, and that nothing else is taken for one. */
class PacketProofTest {

    private static final List<String> COLUMNS = List.of("domain_id", "sub_id", "server_id", "seq_no");

    private static PacketProof proof(long... domains) {
        return new PacketProof(stub(ServerIndex.class, List.of()), domains);
    }

    /** The last row of a domain; no values for no row. */
    private static List<Row> line(Object... values) {
        return values.length == 0 ? List.of() : List.of(stub(Row.class, List.of(values)));
    }

    private static <T> T stub(Class<T> type, List<Object> values) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> switch (method.getName()) {
                    case "position" -> COLUMNS.indexOf(arguments[0]);
                    case "valueAt" -> values.get((int) arguments[0]);
                    default -> throw new AssertionError(method.getName());
                }));
    }

    @Test
    void eachDomainHasALine() {
        List<Range> lines = proof(0, 7).lines();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(1).from()).contains(new Range.Bound(Comparison.LESS_OR_EQUAL, 7L));
        assertThat(lines.get(1).limit()).isEqualTo(1);
    }

    @Test
    void theRowsOfAllDomainsAreThePosition() {
        PacketProof proof = proof(0, 7);
        assertThat(proof.isEmpty()).isTrue();
        proof.lines();
        assertThat(proof.isEmpty()).isFalse();
        assertThat(proof.lowest()).as("no answer yet").isNull();
        BigInteger most = new BigInteger("18446744073709551615");
        proof.check(List.of(line(0L, 99L, 1L, 42L), line(7L, 100L, 2L, most)));
        assertThat(proof.lowest())
                .isEqualTo(GtidPosition.parse("0-1-42,7-2-18446744073709551615"))
                .isEqualTo(proof.highest());
        assertThat(proof.again().isEmpty()).isTrue();
    }

    @Test
    void theRowOfALowerDomainIsNoPosition() {
        PacketProof proof = proof(7);
        proof.lines();
        proof.check(List.of(line(0L, 99L, 1L, 42L)));
        assertThat(proof.lowest()).isEqualTo(GtidPosition.NONE);
        PacketProof empty = proof(0);
        empty.lines();
        empty.check(List.of(line()));
        assertThat(empty.lowest()).isEqualTo(GtidPosition.NONE);
    }

    @Test
    void ofSeveralPacketsTheLowestAndTheHighestPositionAreKnown() {
        PacketProof proof = proof(0);
        proof.lines();
        proof.lines();
        proof.lines();
        proof.check(List.of(line(0L, 99L, 1L, 9L)));
        proof.check(List.of(line(0L, 98L, 1L, 10L)));
        assertThat(proof.lowest()).as("one is not answered").isNull();
        assertThat(proof.highest()).isNull();
        proof.check(List.of(line(0L, 97L, 1L, 8L)));
        assertThat(proof.lowest()).isEqualTo(GtidPosition.parse("0-1-8"));
        assertThat(proof.highest()).isEqualTo(GtidPosition.parse("0-1-10"));
    }

    @Test
    void aPacketWithoutAPositionLowersThatOfTheRead() {
        PacketProof proof = proof(0);
        proof.lines();
        proof.lines();
        proof.check(List.of(line(0L, 99L, 1L, 9L)));
        proof.check(List.of(line()));
        assertThat(proof.lowest()).isEqualTo(GtidPosition.NONE);
        assertThat(proof.highest()).isEqualTo(GtidPosition.parse("0-1-9"));
    }

    @Test
    void aRowThatIsNoPositionProvesNothing() {
        PacketProof proof = proof(0);
        proof.lines();
        assertThatThrownBy(() -> proof.check(List.of(line(0L, 99L, 1L, "x")))).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> proof.check(List.of(line(0L, 99L, -1L, 4L)))).isInstanceOf(ProtocolException.class);
        assertThat(proof.lowest()).isNull();
    }
}
