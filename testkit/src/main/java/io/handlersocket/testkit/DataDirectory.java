// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/** A fresh data directory: made once per server version, then copied. */
final class DataDirectory {
    /** Must be the same for the template and the server, else the first start rewrites the log. */
    static final String LOG_FILE_SIZE = "16M";

    private static final List<String> BOOTSTRAP = List.of(
            "system_tables.sql", "performance_tables.sql", "system_tables_data.sql", "maria_add_gis_sp_bootstrap.sql");

    /** From 10.6 on. */
    private static final String SYS_SCHEMA = "sys_schema.sql";

    private DataDirectory() {}

    static boolean hasBootstrapSql(Path share) {
        return BOOTSTRAP.stream().allMatch(name -> file(share, name).isPresent());
    }

    private static Optional<Path> file(Path share, String name) {
        return List.of(name, "mariadb_" + name, "mysql_" + name).stream()
                .map(share::resolve)
                .filter(Files::isReadable)
                .findFirst();
    }

    static void create(Path target, ServerBinaries binaries, BinaryCache cache)
            throws IOException, UnavailableException {
        String version = binaries.version();
        CRC32 crc = new CRC32();
        crc.update((binaries.mariadbd() + "\n" + version + "\n" + Files.getLastModifiedTime(binaries.mariadbd()))
                .getBytes(StandardCharsets.UTF_8));
        String name = "data-" + HexFormat.of().toHexDigits((int) crc.getValue());
        Path template = cache.folder(name, folder -> bootstrap(folder, binaries));
        Folders.copy(template, target);
    }

    /** The statements of mariadb-install-db, without the shell script and its helper programs. */
    private static void bootstrap(Path folder, ServerBinaries binaries) throws IOException, UnavailableException {
        Path share = binaries.share();
        Path sql = folder.resolve("bootstrap.sql");
        try (OutputStream out = Files.newOutputStream(sql)) {
            out.write("create database if not exists mysql;\nuse mysql;\nset @auth_root_socket=NULL;\n"
                    .getBytes(StandardCharsets.US_ASCII));
            for (String name : BOOTSTRAP) {
                Files.copy(file(share, name).orElseThrow(), out);
            }
            Optional<Path> sysSchema = file(share, SYS_SCHEMA);
            if (sysSchema.isPresent()) {
                Files.copy(sysSchema.get(), out);
            }
            // Accounts of this machine's name, without password.
            out.write(
                    "use mysql;\ndelete from proxies_priv where host<>'localhost';\ndelete from global_priv where user='' or host not in ('localhost','127.0.0.1');\n"
                            .getBytes(StandardCharsets.US_ASCII));
        }
        List<String> command = new ArrayList<>(binaries.command(
                "--no-defaults",
                "--bootstrap",
                "--basedir=" + binaries.basedir(),
                "--datadir=" + folder,
                "--tmpdir=" + folder,
                "--lc-messages-dir=" + share,
                "--character-sets-dir=" + share.resolve("charsets"),
                "--plugin-dir=" + binaries.plugins(),
                "--log-warnings=0",
                "--innodb-log-file-size=" + LOG_FILE_SIZE,
                "--max-allowed-packet=8M",
                "--net-buffer-length=16K",
                "--skip-networking"));
        if (isRoot(folder)) {
            command.add("--user=root");
        }
        Commands.Result result = Commands.run(command, binaries.environment(), folder, sql, Duration.ofMinutes(2));
        if (!result.ok() || !Files.isDirectory(folder.resolve("mysql"))) {
            throw new UnavailableException("bootstrap of a data directory with " + binaries.mariadbd()
                    + " failed (exit " + result.exit() + "):\n" + result.tail(20));
        }
        Files.delete(sql);
    }

    /** Asked of a file this process has made: the name of the user can be anything in a container. */
    static boolean isRoot(Path ownFile) throws IOException {
        return Integer.valueOf(0).equals(Files.getAttribute(ownFile, "unix:uid"));
    }
}
