// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.client.internal.transport.Target;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** Which servers are used, and where HandlerSocket is looked for. */
class DiscoveryTest {

    private final FakeServer server = new FakeServer();

    private Discovery.Found discover() throws Exception {
        return new Discovery(Options.of("unit", new MariaDbDataSource(), new ClientListener() {}))
                .discover(server.session());
    }

    private void assertNotUsable(String... parts) {
        assertThatThrownBy(this::discover)
                .isInstanceOf(NotUsableException.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void theHostIsThatOfTheUrlAndThePortThatOfThePlugin() throws Exception {
        server.url = "jdbc:mariadb://db.example.com:3306/game";
        Discovery.Found found = discover();
        assertThat(found.target()).isEqualTo(new Target(new Endpoint("db.example.com", 9998), "sesame"));
        assertThat(found.facts().identity()).isEqualTo("server-1");
        assertThat(found.facts().schema()).isEqualTo("game");
        assertThat(found.noReadSecret()).isFalse();
        assertThat(found.readersMayWrite()).isFalse();
    }

    @Test
    void encryptedSqlIsNoticedWhereLookupsCrossTheNetworkAsPlainText() throws Exception {
        server.url = "jdbc:mariadb://db.example.com:3306/game";
        assertThat(discover().onlySqlEncrypted()).isFalse();
        server.answers.put("Ssl_cipher", List.of(new Object[][] {{"Ssl_cipher", "TLS_AES_256_GCM_SHA384"}}));
        assertThat(discover().onlySqlEncrypted()).isTrue();
        server.url = "jdbc:mariadb://localhost:3306/game";
        assertThat(discover().onlySqlEncrypted()).isFalse();
    }

    @Test
    void anAddressThatThePluginNamesIsUsed() throws Exception {
        server.url = "jdbc:mariadb://db.example.com:3306/game";
        server.variables.put("handlersocket_address", "10.0.0.7");
        assertThat(discover().endpoint().host()).isEqualTo("10.0.0.7");
        server.variables.put("handlersocket_address", "127.0.0.1");
        assertNotUsable("127.0.0.1", "db.example.com");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0.0.0.0", "::", "0:0:0:0:0:0:0:0"})
    void aPluginThatListensOnAllInterfacesIsAtTheHostOfTheUrl(String address) throws Exception {
        server.url = "jdbc:mariadb://db.example.com:3306/game";
        server.variables.put("handlersocket_address", address);
        assertThat(discover().endpoint().host()).isEqualTo("db.example.com");
    }

    @Test
    void anAddressOfIpv6IsUsed() throws Exception {
        server.url = "jdbc:mariadb://db.example.com:3306/game";
        server.variables.put("handlersocket_address", "fd00::7");
        assertThat(discover().endpoint().host()).isEqualTo("fd00::7");
        server.variables.put("handlersocket_address", "::1");
        assertNotUsable("::1", "db.example.com");
    }

    @Test
    void aServerWithoutPluginOrPortSaysWhatToConfigure() {
        server.variables.put("handlersocket_port", "");
        assertNotUsable("does not listen", "handlersocket_port=9998");
        server.variables.remove("handlersocket_port");
        assertNotUsable("no HandlerSocket plugin", "plugin-load-add=handlersocket.so");
    }

    @Test
    void aUrlWithSeveralHostsNeedsAnAddress() {
        server.url = "jdbc:mariadb://one,two/game";
        assertNotUsable("several hosts");
    }

    @Test
    void aWritePortThatOpensWithTheReadersSecretIsSeen() throws Exception {
        server.variables.put("handlersocket_port_wr", "9999");
        server.variables.put("handlersocket_plain_secret_wr", "other");
        assertThat(discover().readersMayWrite()).isFalse();
        server.variables.put("handlersocket_plain_secret_wr", "sesame");
        assertThat(discover().readersMayWrite()).isTrue();
        server.variables.remove("handlersocket_plain_secret_wr");
        assertThat(discover().readersMayWrite()).isTrue();
    }

    @Test
    void anotherProductIsSeenBeforeAnythingElseIsAsked() {
        server.product = "H2";
        server.version = "2.3";
        assertNotUsable("H2", "not MariaDB");
        server.product = "MySQL";
        server.version = "8.0.36";
        assertNotUsable("MySQL 8.0.36", "not MariaDB");
        assertThat(server.statements).isEmpty();
    }
}
