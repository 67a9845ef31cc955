// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.util.List;
import java.util.stream.Stream;

/** Which server is the primary, and which are its replicas. Immutable. */
record Roles(HandlerSocketMariaDB primary, List<HandlerSocketMariaDB> replicas) {

    static Roles first(List<HandlerSocketMariaDB> servers) {
        return new Roles(servers.get(0), servers.subList(1, servers.size()));
    }

    /** The roles after a replica became the primary; the others are those that run. */
    Roles promoted(HandlerSocketMariaDB next) {
        return new Roles(
                next,
                replicas.stream()
                        .filter(replica -> !replica.equals(next) && replica.isRunning())
                        .toList());
    }

    /** The roles with a replica more, the last one, unless it is one already. */
    Roles withReplica(HandlerSocketMariaDB server) {
        return replicas.contains(server)
                ? this
                : new Roles(
                        primary,
                        Stream.concat(replicas.stream(), Stream.of(server)).toList());
    }
}
