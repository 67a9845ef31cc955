// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import io.handlersocket.endurance.replicas.Finding.Wrong;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Judges reads by what was committed. A commit becomes visible at one moment between its begin and its
 * acknowledgement; each rule demands only what holds whichever moment that was, so a finding is always an error.
 *
 * <p>A version that a fail-over has lost counts as any other for reads that ended before the primary was killed. Later
 * reads may lack it, and must not show it once the reader knows the new primary.
 */
final class FreshnessChecker {

    private final Map<Integer, RowHistory> rows;
    private final Map<Long, Commit> byNonce = new HashMap<>();
    private final List<Fencing> fencings;
    private final Map<Integer, Map<Integer, Floor>> sessions = new HashMap<>();

    /** The newest places that a session has seen of a row: of versions that survive, and of lost ones. */
    private record Floor(int surviving, int lost) {

        static final Floor NONE = new Floor(RowHistory.NOWHERE, RowHistory.NOWHERE);

        Floor with(int place, boolean isLost) {
            return isLost ? new Floor(surviving, Math.max(lost, place)) : new Floor(Math.max(surviving, place), lost);
        }
    }

    /** Fails if two commits have the same nonce, or if two writers changed a key at the same time. */
    FreshnessChecker(Collection<Commit> commits, List<Fencing> fencings) {
        for (Commit commit : commits) {
            if (byNonce.put(commit.nonce(), commit) != null) {
                throw new IllegalArgumentException("nonce " + commit.nonce() + " twice");
            }
        }
        rows = commits.stream()
                .collect(Collectors.groupingBy(
                        Commit::key, Collectors.collectingAndThen(Collectors.toList(), RowHistory::new)));
        this.fencings = List.copyOf(fencings);
    }

    /** Returns what is wrong with a read; empty if nothing is. Reads of one session are given in their order. */
    List<Finding> check(Observed read) {
        RowHistory row = rows.get(read.key());
        if (row == null) {
            throw new IllegalArgumentException("no commit of key " + read.key() + " is known");
        }
        List<Finding> findings = new ArrayList<>();
        if (fencings.stream().anyMatch(fencing -> fencing.forbids(read))) {
            findings.add(new Finding(Wrong.FENCED, read, "an answer of another server"));
        }
        Finding unknown = unknown(read);
        if (unknown != null) {
            findings.add(unknown);
            return findings;
        }
        int place = row.place(read.nonce());
        Commit seen = row.at(place);
        if (read.end() < seen.began()) {
            findings.add(new Finding(Wrong.UNCOMMITTED, read, "a version that is older than " + seen));
        }
        if (seen.goneAt() < read.begin()) {
            findings.add(new Finding(Wrong.LOST, read, "a version that the new primary has, not " + seen));
        }
        require(findings, Wrong.STALE, read, row, place, row.newestBefore(read.begin() - read.bound(), read.end()));
        if (read.age() != Observed.UNKNOWN) {
            // The age counts from a moment after the begin, so this is the least that it promises.
            int newest = row.newestBefore(read.begin() - read.age(), read.end());
            require(findings, Wrong.WRONG_AGE, read, row, place, newest);
        }
        if (read.token() != 0) {
            require(findings, Wrong.BEHIND_TOKEN, read, row, place, covered(read, row));
        }
        if (read.session() != Observed.NO_SESSION) {
            require(findings, Wrong.BACKWARDS, read, row, place, seenBefore(read, row, place));
        }
        return findings;
    }

    private @Nullable Finding unknown(Observed read) {
        if (read.nonce() == 0) {
            return new Finding(Wrong.MISSING, read, "a row");
        }
        Commit commit = byNonce.get(read.nonce());
        if (commit == null) {
            return new Finding(Wrong.INVENTED, read, "a version that was written");
        }
        if (commit.key() != read.key() || commit.version() != read.version()) {
            return new Finding(Wrong.MIXED_UP, read, "another nonce than that of " + commit);
        }
        return null;
    }

    private static void require(
            List<Finding> findings, Wrong wrong, Observed read, RowHistory row, int place, int newest) {
        if (place < newest) {
            findings.add(new Finding(wrong, read, "at least " + row.at(newest)));
        }
    }

    private static int covered(Observed read, RowHistory row) {
        int place = row.place(read.token());
        if (place == RowHistory.NOWHERE) {
            throw new IllegalArgumentException("the token is no commit of key " + read.key());
        }
        return row.at(place).isLostBefore(read.end()) ? RowHistory.NOWHERE : place;
    }

    private int seenBefore(Observed read, RowHistory row, int place) {
        Map<Integer, Floor> floors = sessions.computeIfAbsent(read.session(), session -> new HashMap<>());
        Floor floor = floors.getOrDefault(read.key(), Floor.NONE);
        floors.put(read.key(), floor.with(place, row.at(place).isLost()));
        boolean counts =
                floor.lost() != RowHistory.NOWHERE && !row.at(floor.lost()).isLostBefore(read.end());
        return counts ? Math.max(floor.surviving(), floor.lost()) : floor.surviving();
    }
}
