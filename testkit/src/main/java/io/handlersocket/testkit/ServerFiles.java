// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one server reads when it starts. Files, not arguments: everybody on the machine can read those. */
final class ServerFiles {
    private ServerFiles() {}

    static void writeConfiguration(
            Path folder, Path data, ServerBinaries binaries, ServerOptions options, Endpoint endpoint)
            throws IOException {
        Map<String, String> settings = new LinkedHashMap<>(options.settings());
        settings.put("basedir", binaries.basedir().toString());
        settings.put("datadir", data.toString());
        settings.put("tmpdir", folder.toString());
        settings.put("socket", folder.resolve("sql.sock").toString());
        settings.put("pid-file", folder.resolve("server.pid").toString());
        settings.put("lc-messages-dir", binaries.share().toString());
        settings.put("character-sets-dir", binaries.share().resolve("charsets").toString());
        settings.put("plugin-dir", binaries.plugins().toString());
        if (options.galera == null) {
            settings.put("init-file", folder.resolve("init.sql").toString());
        } else {
            settings.putAll(options.galera.settings());
            // Else a node that listens on 127.0.0.1 alone is AUTO in wsrep_incoming_addresses.
            settings.put("wsrep-node-incoming-address", endpoint.host() + ':' + endpoint.sqlPort());
            if (options.galera.isFounder()) {
                // The others get the accounts with the data.
                settings.put("init-file", folder.resolve("init.sql").toString());
            }
        }
        settings.put("port", String.valueOf(endpoint.sqlPort()));
        settings.put("bind-address", endpoint.host());
        settings.putAll(ServerTls.settings(folder));
        if (DataDirectory.isRoot(folder)) {
            settings.put("user", "root");
        }
        if (options.listens()) {
            settings.put("handlersocket-address", endpoint.host());
            settings.put("handlersocket-port", String.valueOf(endpoint.readPort()));
            settings.put("handlersocket-plain-secret", endpoint.readSecret());
        }
        if (options.listensForWrites()) {
            settings.put("handlersocket-port-wr", String.valueOf(endpoint.writePort()));
            settings.put("handlersocket-plain-secret-wr", endpoint.writeSecret());
        }
        StringBuilder text = new StringBuilder("[mariadbd]\n");
        settings.forEach(
                (name, value) -> text.append(name).append("=\"").append(value).append("\"\n"));
        for (String plugin : options.pluginFiles()) {
            text.append("plugin-load-add=").append(plugin).append(".so\n");
        }
        if (options.galera != null) {
            // Else the scripts would take the server's certificate for the transfer of data, which needs stunnel.
            text.append("[sst]\nssl-mode=DISABLED\n");
        }
        Folders.writePrivately(folder.resolve("my.cnf"), text.toString());
    }

    /** Run by the server before it lets anybody in, at every start: one statement per line, harmless when repeated. */
    static void writeAccounts(Path folder, ServerOptions options) throws IOException {
        String root = options.rootPassword;
        String user = "'" + options.user + "'@'%'";
        List<String> lines = List.of(
                // With a binary log, these would become transactions of this server, which a replica must not have.
                "SET SESSION sql_log_bin = 0;",
                "CREATE USER IF NOT EXISTS root@'127.0.0.1';",
                "ALTER USER root@'127.0.0.1' IDENTIFIED BY '" + root + "';",
                "GRANT ALL PRIVILEGES ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;",
                "ALTER USER root@localhost IDENTIFIED BY '" + root + "';",
                "DROP USER IF EXISTS root@'::1', ''@localhost;",
                "CREATE DATABASE IF NOT EXISTS `" + options.database + "`;",
                "CREATE USER IF NOT EXISTS " + user + " IDENTIFIED BY '" + options.password + "';",
                "GRANT ALL PRIVILEGES ON `" + options.database + "`.* TO " + user + ";");
        Folders.writePrivately(folder.resolve("init.sql"), String.join("\n", lines) + "\n");
    }
}
