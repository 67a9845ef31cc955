// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.writes.WriteOptions;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Which servers the client refuses to write to. */
class WriteDiscoveryTest {

    private static WriteDiscovery discovery(WriteOptions writes) {
        return new WriteDiscovery(
                Options.of("unit", new FakeSql("MariaDB").dataSource(), new ClientListener() {}), writes);
    }

    @Test
    void aServerThatReplicatesIsRefusedUnlessTheOptionsAllowForIt() {
        assertThatThrownBy(() -> discovery(WriteOptions.DEFAULTS).checkReplication(CatalogFixture.server(true, false)))
                .isInstanceOf(NotUsableException.class)
                .hasMessageContaining("log_bin is on");
        assertThatCode(() -> discovery(WriteOptions.DEFAULTS.unreplicated(true))
                        .checkReplication(CatalogFixture.server(true, false)))
                .doesNotThrowAnyException();
        assertThatCode(() -> discovery(WriteOptions.DEFAULTS).checkReplication(CatalogFixture.server(false, false)))
                .doesNotThrowAnyException();
    }

    @Test
    void aReadOnlyServerIsUnavailableBecauseAFailoverChangesIt() {
        assertThatThrownBy(() -> WriteDiscovery.refuseReadOnly(
                        FakeSql.writable().row("read_only", 1).session()))
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        why -> assertThat(why.retryable()).isTrue())
                .hasMessageContaining("read_only");
    }

    @Test
    void aFenceIsSeenByItsLock() throws SQLException {
        assertThat(WriteDiscovery.isFenced(FakeSql.writable().row("GET_LOCK", 0).session()))
                .isTrue();
        assertThat(WriteDiscovery.isFenced(FakeSql.writable().row("GET_LOCK", 1).session()))
                .isFalse();
    }
}
