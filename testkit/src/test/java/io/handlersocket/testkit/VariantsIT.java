// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Options, and the ways to one server. */
@ExtendWith(HandlerSocketMariaDB.class)
class VariantsIT {
    @Test
    void aParameterIsTheServerOfTheClass(HandlerSocketMariaDB server) {
        assertThat(server.isRunning()).isTrue();
    }

    @Test
    void withoutThePluginThereIsOnlySql() {
        try (HandlerSocketMariaDB server =
                new HandlerSocketMariaDB().withProcessControl().withoutPlugin()) {
            assertThat(server.getExposedPorts()).containsExactly(3306);
            server.start();
            assertThat(server.getExposedPorts()).containsExactly(3306);
            assertThat(value(
                            server,
                            "SELECT COUNT(*) FROM information_schema.plugins WHERE plugin_name='handlersocket'"))
                    .isEqualTo("0");
            assertThatThrownBy(server::readPort).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aPluginThatDoesNotListenIsLoaded() {
        try (HandlerSocketMariaDB server =
                new HandlerSocketMariaDB().withProcessControl().withPluginNotListening()) {
            server.start();
            assertThat(server.getExposedPorts()).containsExactly(3306);
            assertThat(value(
                            server,
                            "SELECT plugin_status FROM information_schema.plugins WHERE plugin_name='handlersocket'"))
                    .isEqualTo("ACTIVE");
        }
    }

    @Test
    void theWritePortHasASecretOfItsOwn() throws IOException {
        try (HandlerSocketMariaDB server =
                new HandlerSocketMariaDB().withProcessControl().withWritePort()) {
            assertThat(server.getExposedPorts()).containsExactly(3306, 9998, 9999);
            server.start();
            assertThat(server.getExposedPorts()).containsExactly(3306, 9998, 9999);
            assertThat(server.readSecret()).isNotEqualTo(server.writeSecret()).hasSize(16);
            assertThat(value(server, "SELECT @@handlersocket_port_wr")).isEqualTo(String.valueOf(server.writePort()));
            try (RawConnection write = new RawConnection(server.getHost(), server.writePort())) {
                assertThat(write.ask("A\t1\t" + server.readSecret())).isEqualTo("3\t1\tunauth");
                assertThat(write.ask("A\t1\t" + server.writeSecret())).isEqualTo("0\t1");
            }
            String before = server.writeSecret();
            server.restartWithNewSecrets();
            assertThat(server.writeSecret()).isNotEqualTo(before).isNotEqualTo(server.readSecret());
        }
    }

    @Test
    void keptDataAreThereAtTheNextStartButUsedByOneServerAtATime() throws IOException, UnavailableException {
        String name = "variants-it-" + ProcessHandle.current().pid();
        try {
            try (HandlerSocketMariaDB server = keeping(name)) {
                server.execute("CREATE TABLE kept (id INT PRIMARY KEY)", "INSERT INTO kept VALUES (42)");
                try (HandlerSocketMariaDB other = keeping(name)) {
                    assertThat(value(other, "SELECT COUNT(*) FROM information_schema.tables WHERE table_name='kept'"))
                            .isEqualTo("0");
                }
                server.kill();
            }
            try (HandlerSocketMariaDB server = keeping(name)) {
                assertThat(value(server, "SELECT id FROM kept")).isEqualTo("42");
            }
        } finally {
            Path cache = BinaryCache.ofThisUser()
                    .folder("kept-" + name + "-gone", folder -> {})
                    .getParent();
            try (var entries = Files.newDirectoryStream(cache, "kept-" + name + "*")) {
                for (Path entry : entries) {
                    Folders.delete(entry);
                }
            }
        }
    }

    private static HandlerSocketMariaDB keeping(String name) {
        HandlerSocketMariaDB server =
                new HandlerSocketMariaDB().withProcessControl().withKeptData(name);
        server.start();
        return server;
    }

    @Test
    void optionsReachTheServer() throws IOException {
        try (HandlerSocketMariaDB server = new HandlerSocketMariaDB()
                .withProcessControl()
                .withTimeZone("America/New_York")
                .withSecrets("hs-read", "hs-write")
                .withHandlerSocketThreads(3)
                .withServerArguments("--innodb-buffer-pool-size=48M")
                .withUsername("game")
                .withPassword("pass word")) {
            server.start();
            assertThat(value(server, "SELECT @@system_time_zone")).matches("E[SD]T");
            assertThat(value(server, "SELECT @@innodb_buffer_pool_size")).isEqualTo("50331648");
            assertThat(value(server, "SELECT @@handlersocket_threads")).isEqualTo("3");
            assertThat(value(server, "SELECT CURRENT_USER()")).isEqualTo("game@%");
            server.execute(
                    "CREATE TABLE item (id INT PRIMARY KEY, name TIMESTAMP)",
                    "SET time_zone='+00:00'",
                    "INSERT INTO item VALUES (1, '2024-06-01 12:00:00')");
            assertThat(server.readSecret()).isEqualTo("hs-read");
            assertThat(HandlerSocketMariaDBIT.find(server)).isEqualTo("0\t2\t1\t2024-06-01 08:00:00");
        }
    }

    @Test
    void secretsAreInNoCommandLineAndInNoFileOfOthers() throws IOException {
        try (HandlerSocketMariaDB server = new HandlerSocketMariaDB().withProcessControl()) {
            server.start();
            Path folder = Path.of(value(server, "SELECT @@datadir"))
                    .resolveSibling(".")
                    .normalize();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                    .isEqualTo("rwx------");
            for (String name : new String[] {"my.cnf", "init.sql"}) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
                        .isEqualTo("rw-------");
            }
            assertThat(ProcessHandle.of(server.pid())
                            .orElseThrow()
                            .info()
                            .commandLine()
                            .orElse(""))
                    .doesNotContain(server.readSecret());
        }
    }

    @Test
    void aServerThatDoesNotStartShowsItsLog() {
        try (HandlerSocketMariaDB server =
                new HandlerSocketMariaDB().withProcessControl().withServerArguments("--no-such-option")) {
            assertThatThrownBy(server::start)
                    .isInstanceOf(IllegalStateException.class)
                    .asString()
                    .contains("ended with exit code", "unknown option '--no-such-option'");
        }
    }

    @Test
    void theSharedServerStaysWhenStopped() {
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        server.stop();
        assertThat(server.isRunning()).isTrue();
        assertThat(HandlerSocketMariaDB.shared()).isSameAs(server);
    }

    @Test
    void anExternalServerIsAskedForItsPortsAndSecrets() {
        try (HandlerSocketMariaDB real =
                        new HandlerSocketMariaDB().withProcessControl().withWritePort();
                HandlerSocketMariaDB external = new HandlerSocketMariaDB()) {
            real.start();
            String order = set(ServerStrategy.PROPERTY, "external");
            String url = set(ServerSearch.URL, real.jdbcUrl("connectTimeout=20000"));
            try {
                external.start();
            } finally {
                set(ServerStrategy.PROPERTY, order);
                set(ServerSearch.URL, url);
            }
            assertThat(external.readPort()).isEqualTo(real.readPort());
            assertThat(external.writeSecret()).isEqualTo(real.writeSecret());
            assertThat(external.getJdbcUrl()).contains("/test?").endsWith("connectTimeout=20000");
            assertThatThrownBy(external::kill).hasMessageContaining("use withProcessControl()");
            external.stop();
            assertThat(real.isRunning()).isTrue();
        }
    }

    private static @Nullable String set(String property, @Nullable String value) {
        return value == null ? System.clearProperty(property) : System.setProperty(property, value);
    }

    private static String value(HandlerSocketMariaDB server, String query) {
        return new Sql(server.getJdbcUrl(), server.getUsername(), server.getPassword()).value(query);
    }
}
