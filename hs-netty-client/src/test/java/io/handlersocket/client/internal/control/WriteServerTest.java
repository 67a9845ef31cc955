// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.WriteOptions;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.internal.catalog.DefaultServerFacts;
import org.junit.jupiter.api.Test;
import org.mariadb.jdbc.MariaDbDataSource;

/** Which servers are not written to, where there is no such server to try it on. */
class WriteServerTest {

    private static ServerFacts server(boolean binaryLog, boolean galera) {
        return new DefaultServerFacts(
                "10.11.19-MariaDB",
                "id",
                "s",
                "app@localhost",
                "localhost:3306",
                "UTC",
                "SYSTEM",
                CatalogFixture.END_OF_2038,
                binaryLog,
                false,
                galera,
                true,
                "",
                1,
                2);
    }

    private static WriteServer writer(WriteOptions writes) {
        return new WriteServer(Options.of("unit", new MariaDbDataSource(), writes, new ClientListener() {}), writes);
    }

    @Test
    void aGaleraNodeIsRefusedUnlessSaidOtherwise() {
        assertThatThrownBy(() -> writer(WriteOptions.DEFAULTS).refuseOrWarn(server(false, true)))
                .isInstanceOf(NotUsableException.class)
                .hasMessageContaining("wsrep_on is on");
        assertThatThrownBy(() -> writer(WriteOptions.DEFAULTS).refuseOrWarn(server(true, true)))
                .isInstanceOf(NotUsableException.class)
                .hasMessageContaining("log_bin is on");
        assertThatCode(() -> writer(WriteOptions.DEFAULTS.unreplicated(true)).refuseOrWarn(server(true, true)))
                .doesNotThrowAnyException();
        assertThatCode(() -> writer(WriteOptions.DEFAULTS).refuseOrWarn(server(false, false)))
                .doesNotThrowAnyException();
    }
}
