// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.handlersocket.client.internal.concurrent.ManualTime;
import io.handlersocket.client.internal.concurrent.TimeSource;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.replicas.GtidPosition;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProbeTest {

    private static Probe ask(@Nullable Object... answer) throws SQLException {
        try (SqlSession session =
                FakeServer.sessionOf((sql, parameters) -> List.<Object[]>of(FakeServer.row(answer)))) {
            return Probe.ask(session, true, TimeSource.SYSTEM);
        }
    }

    @Test
    void anAnswerIsRead() throws SQLException {
        Probe probe = ask("id", 7L, "1", "0-1-42", "0-2-43,1-1-7", "0-2-43,1-1-7", "0-1-42,0-2-43");
        assertThat(probe.identity()).isEqualTo("id");
        assertThat(probe.serverId()).isEqualTo(7);
        assertThat(probe.readOnly()).isTrue();
        assertThat(probe.applied()).isEqualTo(GtidPosition.parse("0-1-42"));
        assertThat(probe.committed()).hasToString("0-2-43,1-1-7");
        assertThat(probe.logState()).hasSize(2);
        assertThat(ask("id", 7L, "0", null, null, null, null).committed()).isEqualTo(GtidPosition.NONE);
    }

    /** Else a commit between the question and the answer would count as contained in an older position. */
    @Test
    void theAnswerCountsFromTheMomentOfTheQuestion() throws SQLException {
        ManualTime time = new ManualTime();
        long asked = time.getAsLong();
        try (SqlSession session = FakeServer.sessionOf((sql, parameters) -> {
            time.advanceMillis(1);
            return List.<Object[]>of(new Object[] {"id", 7L, "0", "", "", "", ""});
        })) {
            Probe probe = Probe.ask(session, true, time.source());
            assertThat(probe.sentNanos()).isEqualTo(asked);
            assertThat(probe.wallMillis()).isZero();
        }
    }

    @Test
    void everyValueButOffKeepsApplicationsFromWriting() {
        assertThat(Probe.isReadOnly("0")).isFalse();
        assertThat(Probe.isReadOnly("OFF")).isFalse();
        assertThat(Probe.isReadOnly("1")).isTrue();
        assertThat(Probe.isReadOnly("NO_LOCK_NO_ADMIN")).isTrue();
    }

    @Test
    void aServerMayHaveWhatItLoggedWhatItAppliedAndWhatIsOfAnUnknownDomain() throws SQLException {
        Probe probe = ask("id", 7L, "0", "0-1-42,2-1-5", "0-7-50", "0-7-50", "0-3-40,0-7-50");
        assertThat(List.of("0-7-50", "0-3-39", "0-1-42", "2-1-4", "5-1-1"))
                .allMatch(gtid -> probe.mayHave(GtidPosition.Gtid.parse(gtid)));
        assertThat(List.of("0-7-51", "0-3-41", "0-1-43", "0-9-1", "2-1-6", "2-7-1"))
                .noneMatch(gtid -> probe.mayHave(GtidPosition.Gtid.parse(gtid)));
    }

    @Test
    void theStateOfTheBinaryLogHasManyServersOfOneDomain() {
        assertThat(Probe.gtids("0-1-36986,0-2-36987, 1-1-1")).hasSize(3);
        assertThat(Probe.gtids("")).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> Probe.gtids("0-1"));
    }
}
