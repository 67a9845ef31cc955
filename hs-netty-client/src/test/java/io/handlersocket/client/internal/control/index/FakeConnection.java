// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.internal.transport.ServerConnection;
import io.handlersocket.client.internal.transport.WireIndex;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A connection that opens every index, unless a test has named a failure for the next opening. */
final class FakeConnection implements ServerConnection {

    /** Among the {@link #failures}: an opening is not answered in time. */
    static Throwable silence() {
        return new Silence();
    }

    private static final class Silence extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** An answer that comes after the caller has given up, which it does at once. */
    private static final class LateAnswer extends CompletableFuture<Boolean> {

        private boolean isGivenUp;

        @Override
        public Boolean get(long timeout, TimeUnit unit)
                throws InterruptedException, ExecutionException, TimeoutException {
            if (isGivenUp) {
                return super.get(timeout, unit);
            }
            isGivenUp = true;
            completeOnTimeout(true, 1, TimeUnit.SECONDS);
            throw new TimeoutException("made up");
        }
    }

    final List<WireIndex> opened = new ArrayList<>();
    final Deque<Throwable> failures = new ArrayDeque<>();
    private final FakeCatalog server;

    /** Whether lookups raise the counter that SQL shows. */
    boolean sameServer = true;

    /** What lookups fail with. */
    @Nullable
    Throwable probeFailure;

    @Nullable
    String closed;

    FakeConnection(FakeCatalog server) {
        this.server = server;
    }

    @Override
    public CompletableFuture<Boolean> open(WireIndex index, long timeoutNanos) {
        server.log.add("OPEN " + index.id() + ' ' + index + ' ' + index.columns());
        Throwable failure = failures.poll();
        if (failure instanceof Silence) {
            return new LateAnswer();
        }
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        opened.add(index);
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public CompletableFuture<Boolean> probe(WireIndex index, byte[] prefix, int keyParts) {
        server.log.add("PROBE");
        if (probeFailure != null) {
            return CompletableFuture.failedFuture(probeFailure);
        }
        server.tableLocks += sameServer ? 1 : 0;
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public int inFlight() {
        return 0;
    }

    @Override
    public boolean isClosed() {
        return closed != null;
    }

    @Override
    public void closeIfFree(String reason) {
        close(reason);
    }

    @Override
    public void close(String reason) {
        closed = reason;
    }
}
