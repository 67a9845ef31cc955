// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.internal.protocol.Reply;

/** A request that counts how often it is answered and how often it fails, and whose deadline is near or far. */
public final class CountedRequest extends Request<Integer> {

    public static final String CONNECTION = "stress";

    private static final byte[] LINE = {'a', '\n'};
    private static final long SECOND_NANOS = 1_000_000_000L;

    public volatile int answers;
    public volatile int failures;

    private CountedRequest(long deadlineNanos) {
        super(LINE, deadlineNanos);
    }

    /** Its deadline has passed. */
    public static CountedRequest late() {
        return new CountedRequest(System.nanoTime() - SECOND_NANOS);
    }

    /** Its deadline never passes. */
    public static CountedRequest early() {
        return new CountedRequest(System.nanoTime() + 3_600 * SECOND_NANOS);
    }

    @Override
    public boolean isShort() {
        return true;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // a second answer at the same time would be the mistake to find
    protected void answered(Reply reply, int batch) {
        answers++;
        complete(answers);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // as above
    public void failed(HandlerSocketException failure) {
        failures++;
        super.failed(failure);
    }
}
