// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A RENAME that puts a view in the place of a table arrives after the SQL hold of the table and before the opening. The
 * opening waits for it in the server, and crashes the server if it then finds the view. The server is this test's own.
 */
@Timeout(120)
class HeldOpeningIT {

    private static final HandlerSocketMariaDB DB = new HandlerSocketMariaDB();

    private ViewSwap swap;

    @BeforeAll
    static void start() {
        DB.start();
    }

    @AfterAll
    static void stop() {
        DB.stop();
    }

    @BeforeEach
    void createTables() {
        swap = new ViewSwap(DB);
    }

    @AfterEach
    void dropTables() {
        swap.close();
    }

    private static HandlerSocketClientBuilder through(TcpProxy proxy) {
        return HandlerSocketClient.builder()
                .name("held")
                .dataSource(DB.dataSource())
                .host("127.0.0.1")
                .port(proxy.port())
                .secret(DB.readSecret())
                .connections(2);
    }

    /** Opens the other table, so that the next line that the proxy holds back is an opening. */
    private static Index openOther(HandlerSocketClient client) {
        return await().ignoreExceptions().until(() -> client.index("other"), index -> true);
    }

    @Test
    void anOpeningOnSharedConnectionsKeepsItsHold() {
        try (TcpProxy proxy = new TcpProxy(DB.getHost(), DB.readPort());
                HandlerSocketClient client = through(proxy).build()) {
            openOther(client);
            swap.assertHeld(swap.renameBetween(proxy, () -> client.openIndex(IndexSpec.primary("test", "swapped"))));
        }
        assertThat(swap.run()).as("nothing is left").isZero();
    }

    @Test
    void closingTheClientLeavesTheHold() {
        try (TcpProxy proxy = new TcpProxy(DB.getHost(), DB.readPort())) {
            HandlerSocketClient client = through(proxy).build();
            openOther(client);
            CompletableFuture<Integer> rename =
                    swap.renameBetween(proxy, () -> client.openIndex(IndexSpec.primary("test", "swapped")));
            client.close();
            swap.assertHeld(rename);
        }
        assertThat(swap.run()).as("nothing is left").isZero();
    }

    @Test
    void aLostConnectionLeavesTheHoldWhileTheRenameWaits() {
        try (TcpProxy proxy = new TcpProxy(DB.getHost(), DB.readPort());
                HandlerSocketClient client = through(proxy).build()) {
            openOther(client);
            CompletableFuture<Integer> rename =
                    swap.renameBetween(proxy, () -> client.openIndex(IndexSpec.primary("test", "swapped")));
            await().until(() -> swap.first("SELECT 1 FROM information_schema.PROCESSLIST WHERE USER = 'system user'"
                            + " AND STATE LIKE 'Waiting for table metadata lock%'")
                    .isPresent());
            proxy.cutAll();
            swap.assertHeld(rename);
        }
        assertThat(swap.run()).as("nothing is left").isZero();
    }

    @Test
    void anOpeningOnDirectConnectionsKeepsItsHold() {
        try (TcpProxy proxy = new TcpProxy(DB.getHost(), DB.readPort());
                HandlerSocketClient client =
                        through(proxy).maxDirectConnections(4).build()) {
            Index other = openOther(client);
            await().ignoreExceptionsInstanceOf(HandlerSocketException.class).until(() -> {
                other.find(1);
                return client.snapshot().connections() > 2;
            });
            swap.assertHeld(swap.renameBetween(proxy, () -> client.openIndex(IndexSpec.primary("test", "swapped"))));
        }
        assertThat(swap.run()).as("nothing is left").isZero();
    }

    /** UNINSTALL ends the workers and leaves their sockets silent. */
    @Test
    void unloadingThePluginEndsTheHold() {
        try (TcpProxy proxy = new TcpProxy(DB.getHost(), DB.readPort());
                HandlerSocketClient client = through(proxy).build()) {
            openOther(client);
            proxy.stall(true);
            client.openIndex(IndexSpec.primary("test", "swapped"));
            await().until(this::isHeld);

            DB.execute("UNINSTALL SONAME 'handlersocket'");

            await().atMost(Duration.ofSeconds(30)).until(() -> !isHeld());
            assertThat(swap.run()).as("nothing is left").isZero();
        } finally {
            DB.execute("INSTALL SONAME 'handlersocket'");
        }
    }

    private boolean isHeld() {
        return swap.first("SELECT 1 FROM information_schema.PROCESSLIST WHERE INFO LIKE 'DO SLEEP(0.5) /* Handler%'")
                .isPresent();
    }
}
