// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import java.util.PriorityQueue;

/** Simulated time. Events of the same moment run in the order in which they were added. For one thread. */
final class Events {

    private record Event(double atMicros, long order, Runnable action) implements Comparable<Event> {

        @Override
        public int compareTo(Event other) {
            int byTime = Double.compare(atMicros, other.atMicros);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private final PriorityQueue<Event> queue = new PriorityQueue<>();
    private long added;
    private double nowMicros;

    /** Returns the time since the beginning, in microseconds. */
    double now() {
        return nowMicros;
    }

    /** Runs an action after a delay of 0 or more microseconds. */
    void after(double micros, Runnable action) {
        queue.add(new Event(nowMicros + micros, added++, action));
    }

    /** Runs all events until this time; events that they add too. */
    void runUntil(double untilMicros) {
        while (!queue.isEmpty() && queue.element().atMicros <= untilMicros) {
            Event next = queue.remove();
            nowMicros = next.atMicros;
            next.action.run();
        }
        nowMicros = untilMicros;
    }
}
