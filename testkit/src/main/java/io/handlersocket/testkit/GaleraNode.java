// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One node of a Galera cluster: its fixed ports, and what its server is started with because of the cluster. */
final class GaleraNode {
    private static final int PORTS = 3;
    private static final Pattern POSITION = Pattern.compile("Recovered position: *([0-9a-f-]{36}:-?\\d+)");
    private static final Pattern UNKNOWN_POSITION = Pattern.compile("(?m)^seqno: *-1$");
    private static final Duration RECOVERY = Duration.ofSeconds(60);

    private final String cluster;
    private final String name;
    private final int[] ports;
    private final String addresses;
    private @Nullable GaleraFiles files;
    private volatile boolean founder;

    private GaleraNode(String cluster, String name, int[] ports, String addresses) {
        this.cluster = cluster;
        this.name = name;
        this.ports = ports.clone();
        this.addresses = addresses;
    }

    /** Nodes of a new cluster, none of which makes it. */
    static List<GaleraNode> cluster(int size) {
        // A name of its own, so that no node of another cluster joins by a port that was once its own.
        String cluster = "testkit-" + ServerOptions.randomSecret();
        int[] ports = FreePorts.find(PORTS * size);
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            addresses.add("127.0.0.1:" + ports[PORTS * i]);
        }
        List<GaleraNode> nodes = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int[] own = {ports[PORTS * i], ports[PORTS * i + 1], ports[PORTS * i + 2]};
            nodes.add(new GaleraNode(cluster, "node" + (i + 1), own, String.join(",", addresses)));
        }
        return nodes;
    }

    /** Whether its next start makes the cluster, instead of joining the nodes that are there. */
    void setFounder(boolean founder) {
        this.founder = founder;
    }

    boolean isFounder() {
        return founder;
    }

    void setFiles(GaleraFiles found) {
        files = found;
    }

    private GaleraFiles files() {
        return Objects.requireNonNull(files, "no files of Galera");
    }

    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("binlog-format", "ROW");
        settings.put("default-storage-engine", "InnoDB");
        settings.put("innodb-autoinc-lock-mode", "2");
        // A killed process loses nothing by this, only a lost machine does.
        settings.put("innodb-flush-log-at-trx-commit", "2");
        settings.put("wsrep-on", "ON");
        settings.put("wsrep-provider", files().provider().toString());
        // From 11.4 on, this plugin would forbid to change the options of the provider.
        settings.put("loose-plugin-wsrep-provider", "OFF");
        settings.put("wsrep-cluster-name", cluster);
        settings.put("wsrep-cluster-address", "gcomm://" + addresses);
        settings.put("wsrep-node-name", name);
        settings.put("wsrep-node-address", "127.0.0.1");
        settings.put("wsrep-sst-method", "rsync");
        settings.put("wsrep-sst-receive-address", "127.0.0.1:" + ports[2]);
        settings.put(
                "wsrep-provider-options",
                "base_host=127.0.0.1;base_port=" + ports[0] + ";gmcast.listen_addr=tcp://127.0.0.1:" + ports[0]
                        + ";ist.recv_addr=127.0.0.1:" + ports[1]
                        // A cluster of which all nodes were killed must not wait for one of them.
                        + ";pc.recovery=FALSE;gcache.size=32M");
        return settings;
    }

    Map<String, String> environment(Map<String, String> server, Path folder) throws IOException {
        Map<String, String> environment = files().environment(server);
        if (DataDirectory.isRoot(folder)) {
            environment.put("BASH_ENV", daemonAsRoot(folder).toString());
        }
        return environment;
    }

    /**
     * Writes a file that the scripts of the node read first. If the node runs as root, the file makes rsync's daemon
     * write as root, instead of its default, an account without rights.
     */
    private Path daemonAsRoot(Path folder) throws IOException {
        Path programs = Files.createDirectories(folder.resolve("programs"));
        Path rsync = Files.writeString(programs.resolve("rsync"), """
                #!/bin/sh
                case "$1" in
                --daemon) exec '%1$s' "$@" --dparam=uid=root --dparam=gid=root ;;
                *) exec '%1$s' "$@" ;;
                esac
                """.formatted(files().rsync()));
        Files.setPosixFilePermissions(rsync, PosixFilePermissions.fromString("rwx------"));
        // Not by the server's PATH: the server puts the folder of its own programs before it.
        return Files.writeString(folder.resolve("programs.sh"), "PATH='" + programs + "':$PATH\n");
    }

    /**
     * Further arguments of the next start.
     *
     * @param command starts the server with its configuration
     */
    List<String> arguments(List<String> command, Map<String, String> environment, Path data) throws IOException {
        if (founder) {
            return List.of("--wsrep-new-cluster");
        }
        Path state = data.resolve("grastate.dat");
        if (!Files.exists(state)
                || !UNKNOWN_POSITION.matcher(Files.readString(state)).find()) {
            return List.of();
        }
        // A killed node knows its position from InnoDB alone. Without it, it would fetch all data again.
        List<String> recovery = new ArrayList<>(command);
        recovery.addAll(List.of("--wsrep-recover", "--loose-handlersocket=OFF"));
        Matcher position = POSITION.matcher(
                Commands.run(recovery, environment, data, RECOVERY).output());
        return position.find() ? List.of("--wsrep-start-position=" + position.group(1)) : List.of();
    }
}
