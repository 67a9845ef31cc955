// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

/**
 * A time in which a server must not answer.
 *
 * @param server that is fenced
 * @param from the first begin of a read that it must not answer
 * @param until the first begin of a read that it may answer again; {@link Commit#NEVER}: until the end
 */
record Fencing(String server, long from, long until) {

    boolean forbids(Observed read) {
        return server.equals(read.server()) && from <= read.begin() && read.begin() < until;
    }
}
