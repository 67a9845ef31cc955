// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import io.handlersocket.client.internal.transport.CountedRequest;
import io.handlersocket.client.internal.transport.WireIndex;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** The turn goes to one caller, and no queued caller is forgotten. */
public class ConnectionTurnRaces {

    private static final int ROOM = 1_000;
    private static final @Nullable WireIndex[] NOTHING_OPEN = {};

    private static WaitingCaller caller() {
        ExchangeDeadline deadline = new ExchangeDeadline(CountedRequest.CONNECTION, System::nanoTime);
        return new WaitingCaller(CountedRequest.early(), CountedRequest.CONNECTION, deadline);
    }

    private static ConnectionTurn taken() {
        ConnectionTurn turn = new ConnectionTurn();
        turn.tryTake();
        return turn;
    }

    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the caller has the turn")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the caller waits for a turn that is free, or two have it")
    @State
    public static class PassAndQueue {

        private final ConnectionTurn turn = taken();
        private final WaitingCaller caller = caller();

        @Actor
        public void pass() {
            turn.pass();
        }

        @Actor
        public void queue() {
            turn.queue(caller);
        }

        @Arbiter
        public void outcome(ZZ_Result result) {
            result.r1 = caller.leave();
            result.r2 = turn.tryTake();
        }
    }

    @JCStressTest
    @Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "one caller has the turn")
    @Outcome(expect = Expect.FORBIDDEN, desc = "two have it, or none")
    @State
    public static class PassAndTwoQueue {

        private final ConnectionTurn turn = taken();
        private final WaitingCaller one = caller();
        private final WaitingCaller other = caller();

        @Actor
        public void pass() {
            turn.pass();
        }

        @Actor
        public void queueOne() {
            turn.queue(one);
        }

        @Actor
        public void queueOther() {
            turn.queue(other);
        }

        @Arbiter
        public void outcome(ZZ_Result result) {
            result.r1 = one.leave();
            result.r2 = other.leave();
        }
    }

    @JCStressTest
    @Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "the caller sends its request elsewhere")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the caller waits at a closed connection")
    @State
    public static class CloseAndQueue {

        private final ConnectionTurn turn = taken();
        private final WaitingCaller caller = caller();

        @Actor
        public void close() {
            turn.close();
        }

        @Actor
        public void queue() {
            turn.queue(caller);
        }

        @Arbiter
        public void outcome(Z_Result result) {
            result.r1 = caller.send(); // only a caller that still waits can be sent
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "sent with the packet")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "refused")
    @Outcome(expect = Expect.FORBIDDEN, desc = "still queued")
    @State
    public static class CloseAndTake {

        private final ConnectionTurn turn = taken();
        private final WaitingCaller caller = caller();

        public CloseAndTake() {
            turn.queue(caller);
        }

        @Actor
        public void take(II_Result result) {
            result.r1 = turn.takeQueued(NOTHING_OPEN, ROOM).size();
        }

        @Actor
        public void close() {
            turn.close();
        }

        @Arbiter
        public void outcome(II_Result result) {
            result.r2 = caller.send() ? 1 : 0;
        }
    }
}
