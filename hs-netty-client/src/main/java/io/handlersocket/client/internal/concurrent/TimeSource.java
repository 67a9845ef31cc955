// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Tells a client, its parts and its extensions the time. Nothing else asks the system for it, so a test can hand in a
 * time that it moves by hand.
 *
 * @param nanoTime as {@link System#nanoTime()}, for durations and deadlines
 * @param wallClock for the moments that users see
 */
public record TimeSource(LongSupplier nanoTime, InstantSource wallClock) {

    /** The time of the system. One object, so that each place that asks it calls one class. */
    public static final TimeSource SYSTEM = new TimeSource(System::nanoTime, InstantSource.system());
}
