// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ways that do not lead to a server, with stand-ins for apt. */
class ServerSearchTest {
    @TempDir
    Path temp;

    private Path bin;
    private Path cache;
    private Path release;

    @BeforeEach
    void folders() throws IOException {
        bin = Files.createDirectory(temp.resolve("bin"));
        cache = temp.resolve("cache");
        release = Files.writeString(temp.resolve("os-release"), "ID=debian\nVERSION_ID=\"99\"\n");
    }

    @Test
    void nothingPossibleListsWhatWasTriedAndWhatHelps() {
        assertThatThrownBy(() -> find(List.of(ServerStrategy.EXTERNAL, ServerStrategy.DOCKER, ServerStrategy.LOCAL)))
                .isInstanceOf(NoServerException.class)
                .asString()
                .contains(
                        "-Dhandlersocket.test.server=external,docker,local",
                        "  - external: no handlersocket.test.url",
                        "  - docker: ",
                        "  - local: no mariadbd on this machine",
                        "Debian, Ubuntu: sudo apt-get install mariadb-server",
                        "Fedora: sudo dnf install mariadb-server",
                        "macOS: brew install mariadb",
                        "Docker: start the engine",
                        "add 'download' to -Dhandlersocket.test.server");
    }

    @Test
    void doesNotAdviseADownloadThatWasTried() {
        assertThatThrownBy(() -> find(List.of(ServerStrategy.DOWNLOAD)))
                .asString()
                .contains("  - download: no apt-get on this machine")
                .doesNotContain("add 'download'");
    }

    @Test
    void aFailedDownloadLeavesNothing() throws IOException {
        apt("echo half > mariadb-server_1.deb; echo 'E: Failed to fetch' >&2; exit 100", "exit 0");
        assertThatThrownBy(() -> find(List.of(ServerStrategy.DOWNLOAD)))
                .asString()
                .contains("apt-get download mariadb-server-core mariadb-server libaio1", "E: Failed to fetch");
        assertThat(cached()).isEmpty();
    }

    @Test
    void aBrokenPackageLeavesNothing() throws IOException {
        apt("for p in \"$@\"; do echo half > $p.deb; done", "echo 'unexpected end of file' >&2; exit 2");
        assertThatThrownBy(() -> find(List.of(ServerStrategy.DOWNLOAD)))
                .asString()
                .contains("cannot unpack", "unexpected end of file");
        assertThat(cached()).isEmpty();
    }

    @Test
    void aServerThatCannotRunLeavesNothing() throws IOException {
        apt(
                "for p in \"$@\"; do echo whole > $p.deb; done",
                "mkdir -p $3/usr/sbin $3/usr/share/mysql $3/usr/lib/mysql/plugin; cd $3/usr;"
                        + " for f in mysql_system_tables mysql_performance_tables mysql_system_tables_data"
                        + " maria_add_gis_sp_bootstrap mysql_sys_schema; do : > share/mysql/$f.sql; done;"
                        + " : > lib/mysql/plugin/handlersocket.so;"
                        + " printf '#!/bin/sh\\necho broken >&2; exit 127\\n' > sbin/mariadbd; chmod +x sbin/mariadbd");
        assertThatThrownBy(() -> find(List.of(ServerStrategy.DOWNLOAD)))
                .asString()
                .contains("mariadbd does not run: broken");
        assertThat(cached()).isEmpty();
    }

    @Test
    void aLineThatNoReleaseHasIsSaidToBeNowhere() throws IOException {
        Files.writeString(release, "VERSION_CODENAME=bookworm\n", StandardOpenOption.APPEND);
        apt("exit 100", "exit 2");
        script(bin, "apt-get", "[ $1 = update ] || echo 'Packages http://mirror/debian bookworm main'");
        script(bin, "apt-cache", "echo 'Version: 1:11.8.6-0+deb13u1'");
        ServerOptions options = anyVersion();
        options.line = "99.1";
        assertThatThrownBy(() -> find(List.of(ServerStrategy.DOWNLOAD), options))
                .isInstanceOf(NoServerException.class)
                .asString()
                .contains("  - download: no release with MariaDB 99.1 in the machine's package sources (bookworm has"
                        + " 11.8.6, trixie has 11.8.6, bullseye has 11.8.6, forky has 11.8.6, sid has 11.8.6)");
        assertThat(cached()).isEmpty();
    }

    @Test
    void aLocalServerWithoutThePluginIsNotTaken() throws IOException {
        Path root = temp.resolve("usr");
        Files.createDirectories(root.resolve("sbin"));
        Files.createDirectories(root.resolve("lib/mysql/plugin"));
        Files.createDirectories(root.resolve("share/mysql"));
        for (String name : List.of(
                "mysql_system_tables",
                "mysql_performance_tables",
                "mysql_system_tables_data",
                "maria_add_gis_sp_bootstrap",
                "mysql_sys_schema")) {
            Files.createFile(root.resolve("share/mysql/" + name + ".sql"));
        }
        script(root.resolve("sbin"), "mariadbd", "exit 0");
        assertThatThrownBy(() ->
                        ServerBinaries.installed(new Commands(List.of(root.resolve("sbin"))), List.of("handlersocket")))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("has no handlersocket.so in");
    }

    @Test
    void aNodeOfAClusterNeedsTheProgramsOfATransfer() throws IOException {
        apt("for p in \"$@\"; do echo whole > $p.deb; done", "mkdir -p $3/usr/bin");
        ServerOptions options = anyVersion();
        options.galera = GaleraNode.cluster(1).get(0);
        assertThatThrownBy(() -> find(List.of(ServerStrategy.DOWNLOAD), options))
                .isInstanceOf(NoServerException.class)
                .asString()
                .contains("  - download: no wsrep_sst_rsync, which a Galera node calls");
        assertThat(cached()).isEmpty();
    }

    @Test
    void aNodeOfAClusterNeedsTheProvider() throws IOException {
        for (String program : List.of("wsrep_sst_rsync", "my_print_defaults", "rsync")) {
            script(bin, program, "exit 0");
        }
        assertThatThrownBy(() -> GaleraFiles.installed(new Commands(List.of(bin)), temp))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("no libgalera_smm.so (package galera-4)");
    }

    private ServerSearch.Found find(List<ServerStrategy> order) {
        return find(order, anyVersion());
    }

    private ServerSearch.Found find(List<ServerStrategy> order, ServerOptions options) {
        Commands commands = new Commands(List.of(bin));
        return new ServerSearch(commands, new DebianPackages(commands, release), new BinaryCache(cache))
                .find(order, options, () -> {
                    throw new UnavailableException("not in this test");
                });
    }

    private static ServerOptions anyVersion() {
        ServerOptions options = new ServerOptions();
        options.line = null; // whatever the property says of the other tests' server
        return options;
    }

    private void apt(String download, String unpack) throws IOException {
        script(bin, "apt-get", "[ $1 = update ] && exit 0; shift; " + download);
        script(bin, "apt-cache", "echo 'Package: mariadb-server-core'; echo 'Package: mariadb-server'");
        script(bin, "apt-config", "exit 0");
        script(bin, "dpkg-deb", unpack);
    }

    private static void script(Path folder, String name, String body) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** All but the lock, which holds nothing. */
    private List<String> cached() throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(".lock"))
                    .toList();
        }
    }
}
