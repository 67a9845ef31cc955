// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import java.util.List;
import java.util.Map;

/**
 * What writers and readers did in one run.
 *
 * @param attempts of all writers, and the first version of each key
 * @param last the nonce of each key's version at the end
 * @param sql answers of all nodes over SQL
 * @param probes of each node over SQL
 * @param lookups answers of the clients of single nodes
 * @param byAddress answers of the client that reads from where the cluster's address leads
 * @param failed lookups without an answer, by exception
 * @param broken threads with an error that neither SQL nor a lookup explains
 */
record Recorded(
        List<Attempt> attempts,
        Map<Integer, Long> last,
        List<Observed> sql,
        Map<Integer, List<Probe>> probes,
        List<Observed> lookups,
        List<Observed> byAddress,
        Map<String, Long> failed,
        List<String> broken) {}
