// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.replicas.internal.replication.Probe;
import org.junit.jupiter.api.Test;

/** Which servers speak against the primary. */
class SuspicionTest {

    private static final Probe PRIMARY = Servers.primary("A", 1, 0, "0-1-10");

    private final Suspicion suspicion = new Suspicion("db2");

    @Test
    void aWritableServerBesideThePrimarySpeaksAgainstIt() {
        Probe writable = Servers.primary("B", 2, 0, "0-2-11");
        assertThat(suspicion.of(writable, Servers.NONE, null)).isNull();
        assertThat(suspicion.of(writable, Servers.NONE, PRIMARY)).isEqualTo("db2 is writable");
        assertThat(suspicion.of(writable, Servers.NONE, writable))
                .as("it is the primary")
                .isNull();
        assertThat(suspicion.of(Servers.replica("B", 2, "0-1-10"), Servers.NONE, PRIMARY))
                .isNull();
    }

    @Test
    void aReplicaThatTurnsToAnotherServerSpeaksAgainstThePrimary() {
        Probe replica = Servers.replica("C", 3, "0-1-10");
        assertThat(suspicion.of(replica, Servers.following(7, 0), PRIMARY))
                .as("it has always followed another one")
                .isNull();
        assertThat(suspicion.of(replica, Servers.following(1, 0), PRIMARY)).isNull();
        assertThat(suspicion.of(replica, Servers.following(0, 0), PRIMARY)).isNull();
        assertThat(suspicion.of(replica, Servers.following(2, 0), PRIMARY)).isEqualTo("db2 follows server 2 now");
        assertThat(suspicion.of(replica, Servers.following(2, 0), Servers.primary("B", 2, 0, "0-2-11")))
                .isNull();
    }
}
