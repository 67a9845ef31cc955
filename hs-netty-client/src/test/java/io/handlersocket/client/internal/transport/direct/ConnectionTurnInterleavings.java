// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import static io.handlersocket.client.internal.transport.Interleavings.call;
import static io.handlersocket.client.internal.transport.Interleavings.check;

import io.handlersocket.client.internal.transport.Interleavings;
import io.handlersocket.client.internal.transport.Interleavings.Scenario;
import io.handlersocket.client.internal.transport.LineRequest;
import io.handlersocket.client.internal.transport.WireIndex;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The turn of a direct connection under {@link Interleavings}: it has one owner, and no queued caller is forgotten. */
public abstract class ConnectionTurnInterleavings {

    private static final int ROOM = 1_000;
    private static final @Nullable WireIndex[] NOTHING_OPEN = {};

    private static final Actor TAKE = call(Turns.class, "take");
    private static final Actor SEND = call(Turns.class, "sendQueued");
    private static final Actor PASS = call(Turns.class, "pass");
    private static final Actor CLOSE = call(Turns.class, "close");
    private static final Actor CLAIM = call(Turns.class, "claim");
    private static final Actor QUEUE = call(Turns.class, "queue", 0);
    private static final Actor QUEUE_OTHER = call(Turns.class, "queue", 1);
    private static final Actor LEAVE = call(Turns.class, "leave", 0);

    @Test
    void aCallerThatQueuesWhileTheTurnIsGivenBackGetsIt() {
        check(
                Turns.class,
                Nothing.class,
                new Scenario(List.of(TAKE), List.of(PASS), List.of(QUEUE), List.of()),
                new Scenario(List.of(TAKE), List.of(PASS), List.of(QUEUE, QUEUE_OTHER), List.of()),
                new Scenario(List.of(), List.of(TAKE, SEND, PASS), List.of(QUEUE, QUEUE_OTHER), List.of()));
    }

    @Test
    void aCallerThatLeavesPassesTheTurnOnIfItGotIt() {
        check(
                Turns.class,
                Nothing.class,
                new Scenario(List.of(TAKE, QUEUE), List.of(PASS), List.of(LEAVE), List.of()),
                new Scenario(List.of(TAKE, QUEUE, QUEUE_OTHER), List.of(PASS), List.of(LEAVE), List.of()),
                new Scenario(List.of(TAKE, QUEUE), List.of(SEND, PASS), List.of(QUEUE_OTHER, LEAVE), List.of()));
    }

    @Test
    void anOpeningGetsTheTurnBeforeTheCallersAndPassesItOn() {
        check(
                Turns.class,
                Nothing.class,
                new Scenario(List.of(TAKE), List.of(PASS), List.of(CLAIM), List.of()),
                new Scenario(List.of(TAKE, QUEUE), List.of(PASS, LEAVE), List.of(CLAIM), List.of()),
                new Scenario(List.of(), List.of(CLAIM), List.of(QUEUE, LEAVE), List.of()));
    }

    @Test
    void noCallerWaitsAtAClosedConnection() {
        check(
                Turns.class,
                Nothing.class,
                new Scenario(List.of(TAKE), List.of(CLOSE), List.of(QUEUE), List.of(PASS)),
                new Scenario(List.of(TAKE, QUEUE), List.of(SEND, PASS), List.of(CLOSE), List.of()),
                new Scenario(List.of(TAKE, QUEUE), List.of(PASS), List.of(QUEUE_OTHER, CLOSE), List.of()));
    }

    /** A connection that is in use, and two callers. */
    @Param(name = "caller", gen = IntGen.class, conf = "0:1")
    public static final class Turns {

        private final ConnectionTurn turn = new ConnectionTurn();
        private final List<WaitingCaller> callers = Stream.generate(() -> new WaitingCaller(
                        LineRequest.of("x"), "turns", new ExchangeDeadline("turns", System::nanoTime)))
                .limit(2)
                .toList();
        private final boolean[] queued = new boolean[2];
        private boolean taken;
        private boolean closed;

        @Operation(nonParallelGroup = "owner")
        public void take() {
            taken = turn.tryTake();
        }

        @Operation(nonParallelGroup = "owner")
        public void sendQueued() {
            if (taken) {
                turn.takeQueued(NOTHING_OPEN, ROOM).forEach(WaitingCaller::finish);
            }
        }

        @Operation(nonParallelGroup = "owner")
        public void pass() {
            if (taken) {
                taken = false;
                turn.pass();
            }
        }

        @Operation
        public void queue(@Param(name = "caller") int caller) {
            queued[caller] = true;
            turn.queue(callers.get(caller));
        }

        @Operation
        public void leave(@Param(name = "caller") int caller) {
            if (callers.get(caller).leave()) {
                queued[caller] = false;
                turn.pass();
            }
        }

        /** An opening, whose time is never over. */
        @Operation
        public void claim() throws InterruptedException {
            if (turn.claim(Long.MAX_VALUE)) {
                turn.pass();
            }
        }

        @Operation
        public void close() {
            turn.close();
            closed = true;
        }

        @Validate
        public void theTurnHasOneOwnerAndNoCallerIsForgotten() {
            int waiting = 0;
            int owners = taken ? 1 : 0;
            for (int i = 0; i < queued.length; i++) {
                if (queued[i]) {
                    waiting += callers.get(i).send() ? 1 : 0; // only a caller that still waits can be sent
                    owners += callers.get(i).leave() ? 1 : 0;
                }
            }
            boolean free = turn.tryTake();
            if (owners + (free ? 1 : 0) != 1) {
                throw new IllegalStateException(owners + " have the turn, free: " + free);
            }
            if (waiting > 0 && (free || closed)) {
                throw new IllegalStateException(waiting + " wait, free: " + free + ", closed: " + closed);
            }
        }
    }

    public static final class Nothing {

        public void take() {}

        public void sendQueued() {}

        public void pass() {}

        public void queue(int caller) {}

        public void leave(int caller) {}

        public void claim() {}

        public void close() {}
    }
}
