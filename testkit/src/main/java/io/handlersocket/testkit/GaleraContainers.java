// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.testcontainers.containers.Network;
import org.testcontainers.images.builder.Transferable;

/** The nodes of a Galera cluster as containers of one network, in which they know each other by name. */
final class GaleraContainers {
    private static final String CONFIGURATION = "/etc/mysql/conf.d/galera.cnf";

    /** The server has TLS, for which rsync would want stunnel. */
    private static final String PLAIN_TRANSFER = "[sst]\nssl-mode=DISABLED\n";

    private GaleraContainers() {}

    /** The first one makes the cluster, so it starts first. */
    static List<HandlerSocketMariaDB> of(int size, Network network) {
        String members =
                IntStream.rangeClosed(1, size).mapToObj(GaleraContainers::name).collect(Collectors.joining(","));
        return IntStream.rangeClosed(1, size)
                .mapToObj(i -> node(i, members, network))
                .toList();
    }

    private static HandlerSocketMariaDB node(int i, String members, Network network) {
        List<String> arguments = new ArrayList<>(List.of(
                "--wsrep-on=ON",
                "--wsrep-provider=/usr/lib/galera/libgalera_smm.so",
                "--wsrep-cluster-name=testkit",
                "--wsrep-cluster-address=gcomm://" + members,
                "--wsrep-node-name=" + name(i),
                "--wsrep-node-address=" + name(i),
                "--wsrep-sst-method=rsync",
                "--binlog-format=ROW",
                "--innodb-autoinc-lock-mode=2"));
        if (i == 1) {
            arguments.add("--wsrep-new-cluster");
        }
        HandlerSocketMariaDB node = new HandlerSocketMariaDB().withServerArguments(arguments.toArray(String[]::new));
        node.withNetwork(network);
        node.withNetworkAliases(name(i));
        node.withCopyToContainer(Transferable.of(PLAIN_TRANSFER), CONFIGURATION);
        return node;
    }

    private static String name(int i) {
        return "node" + i;
    }
}
