// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Cores that run one piece of work at a time each. What finds no free core waits for one, in the order of arrival. A
 * thread that goes on with another piece keeps its core until its time slice ends. For one thread.
 */
final class Cores {

    /** Linux gives a thread about this time before another one runs. */
    private static final double TIME_SLICE_MICROS = 3_000;

    private static final class Piece {
        final DoubleSupplier micros;
        final Runnable done;
        double sinceMicros;

        Piece(DoubleSupplier micros, Runnable done) {
            this.micros = micros;
            this.done = done;
        }
    }

    private final Events events;
    private final Deque<Piece> waiting = new ArrayDeque<>();
    private final double slowdown;
    private final int all;
    private int free;
    private @Nullable Piece kept;

    /** @param slowdown how many times as long work takes that begins while another core works */
    Cores(Events events, int cores, double slowdown) {
        this.events = events;
        this.slowdown = slowdown;
        this.all = cores;
        this.free = cores;
    }

    /**
     * Runs a piece of work as soon as a core is free.
     *
     * @param micros asked when the work begins; returns how long it takes
     * @param done runs when it ends
     */
    void run(DoubleSupplier micros, Runnable done) {
        Piece piece = new Piece(micros, done);
        if (free == 0) {
            waiting.add(piece);
        } else {
            free--;
            piece.sinceMicros = events.now();
            begin(piece);
        }
    }

    /** As {@link #run}, for the thread whose piece has just ended: only {@code done} calls it, at most once. */
    void goOn(DoubleSupplier micros, Runnable done) {
        kept = new Piece(micros, done);
    }

    private void begin(Piece piece) {
        events.after(piece.micros.getAsDouble() * (all - free > 1 ? slowdown : 1), () -> end(piece));
    }

    private void end(Piece piece) {
        piece.done.run();
        Piece next = kept;
        kept = null;
        if (next != null) {
            next.sinceMicros = piece.sinceMicros;
            if (!waiting.isEmpty() && events.now() - piece.sinceMicros >= TIME_SLICE_MICROS) {
                waiting.add(next);
                next = null;
            }
        }
        if (next == null) {
            next = waiting.poll();
            if (next == null) {
                free++;
                return;
            }
            next.sinceMicros = events.now();
        }
        begin(next);
    }
}
