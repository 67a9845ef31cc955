// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.transport.CountedRequest;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A request that was sent is completed once, by its reply or by its deadline. */
public class WaitingCallerRaces {

    private static final Reply REPLY = new Reply(1_024);

    private static WaitingCaller caller(CountedRequest request) {
        return new WaitingCaller(
                request, CountedRequest.CONNECTION, new ExchangeDeadline(CountedRequest.CONNECTION, System::nanoTime));
    }

    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "answered once")
    @Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "late, and never answered")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both, or neither")
    @State
    public static class ReplyAndDeadline {

        private final CountedRequest request = CountedRequest.late();
        private final WaitingCaller caller = caller(request);

        public ReplyAndDeadline() {
            caller.send();
        }

        @Actor
        public void reply() {
            caller.accept(REPLY, 1);
        }

        @Actor
        public void deadline() {
            caller.await();
        }

        @Arbiter
        public void outcome(II_Result result) {
            result.r1 = !request.isDone() ? 0 : request.isCompletedExceptionally() ? 2 : 1;
            result.r2 = request.answers;
        }
    }

    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "answered here")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "sent again elsewhere")
    @Outcome(expect = Expect.FORBIDDEN, desc = "answered and sent again, or lost")
    @State
    public static class ReplyAndClose {

        private final CountedRequest request = CountedRequest.early();
        private final WaitingCaller caller = caller(request);

        public ReplyAndClose() {
            caller.send();
        }

        @Actor
        public void reply() {
            caller.accept(REPLY, 1);
        }

        @Actor
        public void close() {
            caller.finish();
        }

        @Arbiter
        public void outcome(ZZ_Result result) {
            result.r1 = request.isDone();
            result.r2 = caller.await() == WaitingCaller.State.ELSEWHERE;
        }
    }

    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the exchange ended in time")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "the deadline closes the connection")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both, or neither")
    @State
    public static class EndAndDeadline {

        private final CountedRequest request = CountedRequest.late();
        private final ExchangeDeadline deadline = new ExchangeDeadline(CountedRequest.CONNECTION, System::nanoTime);
        private final long started = deadline.start(request);

        @Actor
        public void end(ZZ_Result result) {
            result.r1 = deadline.end(started);
        }

        @Actor
        public void expire(ZZ_Result result) {
            result.r2 = deadline.expire(System.nanoTime());
        }
    }
}
