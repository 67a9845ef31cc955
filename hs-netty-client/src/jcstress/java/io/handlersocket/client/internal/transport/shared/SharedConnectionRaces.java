// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import io.handlersocket.client.internal.transport.CountedRequest;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A request that is submitted to a shared connection is completed once, whenever the connection closes. */
public class SharedConnectionRaces {

    private static void count(CountedRequest request, II_Result result) {
        result.r1 = request.isDone() ? request.answers : -1;
        result.r2 = request.failures;
    }

    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "failed once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "never completed, or twice")
    @State
    public static class SubmitAndClose {

        private final CountedRequest request = CountedRequest.early();
        private final LoopedConnection shared = new LoopedConnection();

        @Actor
        public void submit() {
            shared.connection().submit(request);
        }

        @Actor
        public void close() {
            shared.enterLoop();
            shared.connection().close("stress");
        }

        @Arbiter
        public void outcome(II_Result result) {
            shared.enterLoop();
            shared.runTasks(); // those that the submitter added after the close
            count(request, result);
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "sent and answered")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "failed once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "never completed, or twice")
    @State
    public static class SubmitAndReplyAndClose {

        private final CountedRequest request = CountedRequest.early();
        private final LoopedConnection shared = new LoopedConnection();

        @Actor
        public void submit() {
            shared.connection().submit(request);
        }

        @Actor
        public void replyAndClose() {
            shared.enterLoop();
            shared.runTasks();
            shared.replyIfSent();
            shared.connection().close("stress");
        }

        @Arbiter
        public void outcome(II_Result result) {
            shared.enterLoop();
            shared.runTasks();
            count(request, result);
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "failed once, sent or not")
    @Outcome(expect = Expect.FORBIDDEN, desc = "never completed, or twice")
    @State
    public static class SubmitAndServerCloses {

        private final CountedRequest request = CountedRequest.early();
        private final LoopedConnection shared = new LoopedConnection();

        @Actor
        public void submit() {
            shared.connection().submit(request);
        }

        @Actor
        public void serverCloses() {
            shared.enterLoop();
            shared.runTasks();
            shared.disconnect();
        }

        @Arbiter
        public void outcome(II_Result result) {
            shared.enterLoop();
            shared.runTasks();
            count(request, result);
        }
    }
}
