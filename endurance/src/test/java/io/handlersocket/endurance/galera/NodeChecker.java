// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import io.handlersocket.endurance.galera.Finding.Wrong;
import io.handlersocket.endurance.galera.Observed.Way;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges reads of single nodes by what the cluster committed. Nodes may lag, so a read on one node is compared with what
 * was committed on that node, and with what the node had answered before. Each rule demands only what holds at whichever
 * moment between its begin and its end a commit became visible or a read was answered: a finding is always an error.
 */
final class NodeChecker {

    private final Map<Long, Attempt> attempts = new HashMap<>();
    private final Set<Long> committed = new HashSet<>();

    /** From this time on, an older version than this is wrong. */
    private record Floor(long at, int version, Wrong ifOlder) {}

    private record Place(int node, int key) {}

    /**
     * @param attempts of all writers, and the first version of each key
     * @param last the nonce of each key's version at the end of the run
     */
    NodeChecker(Collection<Attempt> attempts, Map<Integer, Long> last) {
        for (Attempt attempt : attempts) {
            if (this.attempts.put(attempt.nonce(), attempt) != null) {
                throw new IllegalArgumentException("nonce " + attempt.nonce() + " twice");
            }
        }
        for (long nonce : last.values()) {
            for (Attempt attempt = this.attempts.get(nonce);
                    attempt != null;
                    attempt = this.attempts.get(attempt.parent())) {
                committed.add(attempt.nonce());
            }
        }
    }

    /** Returns what was acknowledged, and which the cluster does not have at the end. */
    List<Attempt> lost() {
        return attempts.values().stream()
                .filter(attempt -> attempt.isAcknowledged() && !committed.contains(attempt.nonce()))
                .toList();
    }

    /** Returns how many versions the cluster committed, with the first ones. */
    int commits() {
        return committed.size();
    }

    /** Returns what is wrong with the reads, in any order; empty if nothing is. */
    List<Finding> check(Collection<Observed> reads) {
        List<Finding> findings = new ArrayList<>();
        List<Observed> known = new ArrayList<>();
        for (Observed read : reads) {
            Finding alone = alone(read);
            if (alone == null) {
                known.add(read);
            } else {
                findings.add(alone);
            }
        }
        checkNodes(known, findings);
        checkCausal(known, findings);
        return findings;
    }

    private @Nullable Finding alone(Observed read) {
        if (read.nonce() == Observed.MISSING) {
            return new Finding(Wrong.MISSING, read, "a row");
        }
        if (read.nonce() == Observed.TORN) {
            return new Finding(Wrong.TORN, read, "what one transaction wrote");
        }
        Attempt seen = attempts.get(read.nonce());
        if (seen == null) {
            return new Finding(Wrong.INVENTED, read, "a version that was written");
        }
        if (seen.key() != read.key() || seen.version() != read.version()) {
            return new Finding(Wrong.MIXED_UP, read, "another nonce than that of " + seen);
        }
        if (!committed.contains(read.nonce())) {
            return new Finding(Wrong.ROLLED_BACK, read, "a committed version, not " + seen);
        }
        if (read.end() < seen.began()) {
            return new Finding(Wrong.UNCOMMITTED, read, "an older version than " + seen);
        }
        return null;
    }

    private void checkNodes(List<Observed> reads, List<Finding> findings) {
        Map<Place, List<Floor>> floors = new HashMap<>();
        acknowledged()
                .forEach(attempt -> floors.computeIfAbsent(
                                new Place(attempt.node(), attempt.key()), place -> new ArrayList<>())
                        .add(new Floor(attempt.acknowledged(), attempt.version(), Wrong.OLDER_THAN_WRITE)));
        Map<Place, List<Observed>> readsOf = reads.stream()
                .filter(read -> read.node() != Observed.UNKNOWN)
                .collect(Collectors.groupingBy(read -> new Place(read.node(), read.key())));
        readsOf.forEach((place, ofPlace) -> {
            List<Floor> ofNode = floors.computeIfAbsent(place, none -> new ArrayList<>());
            ofPlace.forEach(read -> ofNode.add(new Floor(
                    read.end(), read.version(), read.way() == Way.LOOKUP ? Wrong.BACKWARDS : Wrong.OLDER_THAN_SQL)));
            require(ofNode, ofPlace, findings);
        });
    }

    private void checkCausal(List<Observed> reads, List<Finding> findings) {
        Map<Integer, List<Floor>> floors = acknowledged()
                .collect(Collectors.groupingBy(
                        Attempt::key,
                        Collectors.mapping(
                                attempt -> new Floor(attempt.acknowledged(), attempt.version(), Wrong.STALE),
                                Collectors.toList())));
        reads.stream()
                .filter(read -> read.way() == Way.CAUSAL_SQL)
                .collect(Collectors.groupingBy(Observed::key))
                .forEach((key, ofKey) -> require(floors.getOrDefault(key, List.of()), ofKey, findings));
    }

    private Stream<Attempt> acknowledged() {
        return committed.stream().map(attempts::get).filter(Attempt::isAcknowledged);
    }

    private static void require(List<Floor> unordered, List<Observed> reads, List<Finding> findings) {
        List<Floor> floors =
                unordered.stream().sorted(Comparator.comparingLong(Floor::at)).toList();
        Map<Wrong, Integer> least = new EnumMap<>(Wrong.class);
        int next = 0;
        for (Observed read :
                reads.stream().sorted(Comparator.comparingLong(Observed::begin)).toList()) {
            for (; next < floors.size() && floors.get(next).at() < read.begin(); next++) {
                Floor floor = floors.get(next);
                least.merge(floor.ifOlder(), floor.version(), Math::max);
            }
            least.forEach((wrong, version) -> {
                if (read.version() < version) {
                    findings.add(new Finding(wrong, read, "at least version " + version));
                }
            });
        }
    }
}
