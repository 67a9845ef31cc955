// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ProbeTest {

    @Test
    void everyValueButOffKeepsApplicationsFromWriting() {
        assertThat(Probe.isReadOnly("0")).isFalse();
        assertThat(Probe.isReadOnly("OFF")).isFalse();
        assertThat(Probe.isReadOnly("1")).isTrue();
        assertThat(Probe.isReadOnly("NO_LOCK_NO_ADMIN")).isTrue();
    }

    @Test
    void theStateOfTheBinaryLogHasManyServersOfOneDomain() {
        assertThat(Probe.gtids("0-1-36986,0-2-36987, 1-1-1")).hasSize(3);
        assertThat(Probe.gtids("")).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> Probe.gtids("0-1"));
    }
}
