// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A primary, a replica with a lag that changes, a lossy fail-over, and readers that keep their promises. */
final class SimulatedReplication {

    private static final int KEYS = 3;
    private static final int COMMITS = 40;
    private static final int READS = 200;

    private final Random random;
    private final List<Commit> commits = new ArrayList<>();
    private final List<Long> moments = new ArrayList<>();
    private final List<Observed> reads = new ArrayList<>();
    private final long killed;
    private final long adopted;
    private final long applied;
    private long now;
    private long nonce;

    SimulatedReplication(Random random) {
        this.random = random;
        for (int key = 0; key < KEYS; key++) {
            commit(key);
        }
        for (int i = 0; i < COMMITS; i++) {
            commit(random.nextInt(KEYS));
        }
        killed = now + 1;
        applied = killed - random.nextInt(100);
        adopted = killed + 50;
        for (int i = 0; i < commits.size(); i++) {
            if (moments.get(i) > applied) {
                commits.set(i, commits.get(i).lost(killed, adopted));
            }
        }
        now = adopted + 1;
        for (int i = 0; i < COMMITS; i++) {
            commit(random.nextInt(KEYS));
        }
        long end = now;
        long lag = 0;
        for (int i = 0; i < READS; i++) {
            lag = random.nextInt(20) == 0 ? random.nextInt(100) : lag;
            read(random.nextInt(KEYS), 20 + (end - 20) * i / READS, lag);
        }
    }

    List<Commit> commits() {
        return commits;
    }

    List<Observed> reads() {
        return reads;
    }

    private void commit(int key) {
        long began = now + 1 + random.nextInt(5);
        long visible = began + random.nextInt(10);
        now = visible + random.nextInt(10);
        int version = 0;
        for (Commit earlier : commits) {
            if (earlier.key() == key && !earlier.isLost()) {
                version = earlier.version() + 1;
            }
        }
        commits.add(Commit.acknowledged(key, version, ++nonce, began, now));
        moments.add(visible);
    }

    private void read(int key, long begin, long lag) {
        long moment = begin + random.nextInt(5);
        long end = moment + random.nextInt(5);
        boolean replica = random.nextBoolean();
        long state = replica ? moment - lag : moment;
        Commit seen = newest(key, state, moment);
        if (seen == null) {
            return;
        }
        long age = moment - begin + (replica ? lag : 0);
        reads.add(new Observed(
                Observed.NO_SESSION,
                key,
                seen.version(),
                seen.nonce(),
                begin,
                end,
                replica ? "replica" : "primary",
                replica ? age : 0,
                age,
                0));
    }

    /** What a server shows that has applied everything up to a state, at a moment before or after the fail-over. */
    private @Nullable Commit newest(int key, long state, long moment) {
        Commit newest = null;
        for (int i = 0; i < commits.size(); i++) {
            Commit commit = commits.get(i);
            boolean there = moments.get(i) <= state && (moment < killed || !commit.isLost());
            if (commit.key() == key && there) {
                newest = commit;
            }
        }
        return newest;
    }
}
