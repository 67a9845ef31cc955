// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Short slices of each setup in turn, so that whatever else the machine does meets all of them alike. */
final class Run {

    private static final Duration SLICE = Duration.ofMillis(200);

    /**
     * Until the JIT compiler has seen the reads; the first run of an application is slower for some seconds all the
     * same.
     */
    private static final Duration WARM_UP = Duration.ofMillis(500);

    private static final int WARM_UPS = 2;

    /** A read that hangs longer is given up and counts as failed. */
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    /** Fewer answers than this share over HandlerSocket are called a fallback. */
    private static final double MOSTLY = 0.9;

    private enum Phase {
        PREPARING,
        RUNNING,
        ENDED
    }

    private final long number;
    private final @Nullable Viewers viewers;
    private final @Nullable ExecutorService threads;
    private volatile int users;
    private volatile Phase phase;
    private volatile long began = System.nanoTime();
    private final Undisturbed undisturbed = new Undisturbed();
    private boolean fellBack;

    Run(long number, int users, Viewers viewers, ExecutorService threads) {
        this.number = number;
        this.users = users;
        this.viewers = viewers;
        this.threads = threads;
        this.phase = Phase.PREPARING;
    }

    private Run() {
        this.number = 0;
        this.users = 0;
        this.viewers = null;
        this.threads = null;
        this.phase = Phase.ENDED;
    }

    /** What there is before the first. */
    static Run none() {
        return new Run();
    }

    void perform(Setups setups) throws InterruptedException {
        Map<Setup, Reads> reads = setups.reads();
        List<Setup> order = new ArrayList<>(reads.keySet());
        for (int turn = 0; turn < WARM_UPS && isOn(); turn++) {
            for (Setup setup : order) {
                slice(Objects.requireNonNull(reads.get(setup)), WARM_UP);
            }
        }
        began = System.nanoTime();
        synchronized (this) {
            phase = phase == Phase.ENDED ? Phase.ENDED : Phase.RUNNING;
        }
        while (isOn() && millis() < Load.LASTS.toMillis()) {
            int reading = users;
            undisturbed.begin();
            Map<Setup, Slice> slices = new EnumMap<>(Setup.class);
            for (Setup setup : order) {
                slices.put(setup, slice(Objects.requireNonNull(reads.get(setup)), SLICE));
            }
            Collections.rotate(order, 1);
            Slice fast = Objects.requireNonNull(slices.get(Setup.HANDLERSOCKET));
            Round round = new Round(number, millis(), reading, slices, undisturbed.end(slices, fallsBack(fast)));
            Objects.requireNonNull(viewers).publish(round);
            look(fast, round.at());
        }
    }

    private static boolean fallsBack(Slice slice) {
        long calls = slice.fast() + slice.jdbc();
        return calls == 0 || slice.fast() < MOSTLY * calls;
    }

    /** Says on the chart when answers begin to come over JDBC, and when they come over HandlerSocket again. */
    private void look(Slice slice, long at) {
        boolean falls = fallsBack(slice);
        if (falls != fellBack) {
            fellBack = falls;
            String text = falls ? "lookups fall back to JDBC" : "lookups are over HandlerSocket again";
            Objects.requireNonNull(viewers).publish(new Mark(number, at, text, Mark.CHANGE));
        }
    }

    private Slice slice(Reads reads, Duration length) throws InterruptedException {
        long begin = System.nanoTime();
        long end = begin + length.toNanos();
        List<User> together = new ArrayList<>();
        for (int i = 0; i < users; i++) {
            together.add(new User(reads, end));
        }
        List<Slice.Part> parts = new ArrayList<>();
        for (Future<Slice.Part> part :
                Objects.requireNonNull(threads).invokeAll(together, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            parts.add(result(part));
        }
        return Slice.of(parts, System.nanoTime() - begin);
    }

    private static Slice.Part result(Future<Slice.Part> part) throws InterruptedException {
        try {
            return part.get();
        } catch (CancellationException | ExecutionException e) {
            return new Slice.Part(new long[0], 1, 0, 0);
        }
    }

    synchronized void end() {
        phase = Phase.ENDED;
    }

    boolean isOn() {
        return phase != Phase.ENDED;
    }

    String phase() {
        return switch (phase) {
            case PREPARING -> "preparing";
            case RUNNING -> "running";
            case ENDED -> "idle";
        };
    }

    long number() {
        return number;
    }

    int users() {
        return users;
    }

    /** What the summary says from now on is of this many. */
    void users(int wanted) {
        if (wanted != users) {
            users = wanted;
            undisturbed.beginAgain();
        }
    }

    Undisturbed undisturbed() {
        return undisturbed;
    }

    /** Since the run began. */
    long millis() {
        return (System.nanoTime() - began) / 1_000_000;
    }
}
