// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.replicas.GtidPosition;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last positions of the primary, each with the moment at which it was asked. Rows of a replica at position R
 * contain every commit that was acknowledged before the newest sample whose position R covers, because a commit is in
 * the binary log before it is acknowledged. One thread changes it; any thread reads it, without a lock.
 */
final class PositionRing {

    /** With the usual interval, 13 s of a busy primary; an idle one needs a single sample. */
    private static final int MAX_SAMPLES = 256;

    /**
     * A position of the primary.
     *
     * @param nanos when the question was sent, not when it was answered
     * @param position covers every commit that was acknowledged before
     */
    record Sample(long nanos, GtidPosition position) {}

    private static final Sample[] NO_SAMPLES = {};

    /** Newest first; the array never changes. */
    private volatile Sample[] samples = NO_SAMPLES;

    /** Adds a sample that is newer than all others. */
    void add(long nanos, GtidPosition position) {
        Sample[] before = samples;
        // Nothing was committed since an equal sample, so its earlier moment is of no use any more.
        boolean same = before.length > 0 && before[0].position().equals(position);
        int kept = Math.min(before.length - (same ? 1 : 0), MAX_SAMPLES - 1);
        Sample[] after = new Sample[kept + 1];
        after[0] = new Sample(nanos, position);
        System.arraycopy(before, same ? 1 : 0, after, 1, kept);
        samples = after;
    }

    /** Forgets all samples: another history begins, or the clock stood still. */
    void clear() {
        samples = NO_SAMPLES;
    }

    /** Returns the last sample; null before the first. */
    @Nullable
    Sample newest() {
        Sample[] now = samples;
        return now.length == 0 ? null : now[0];
    }

    /** Returns the newest sample that this position covers; null if it covers none, so that the age is unknown. */
    @Nullable
    Sample coveredBy(GtidPosition position) {
        for (Sample sample : samples) {
            if (position.covers(sample.position())) {
                return sample;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return Arrays.toString(samples);
    }
}
