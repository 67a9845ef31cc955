// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

/**
 * An arm's turn.
 *
 * @param deadlineNanos when it ends, in {@link System#nanoTime}
 * @param latencies where it says how long each read took; a multi-get is one read
 */
public record Slice(long deadlineNanos, Latencies latencies) {}
