// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

/**
 * Something that happened to the database or the client, to be drawn on the chart.
 *
 * @param run the number of the run it happened in, 0 if none was on
 * @param at milliseconds since that run began
 * @param text such as {@code drained}
 * @param kind {@code operation} for a button, {@code change} for what followed by itself, {@code trouble} for a refusal
 */
record Mark(long run, long at, String text, String kind) {

    static final String OPERATION = "operation";
    static final String CHANGE = "change";
    static final String TROUBLE = "trouble";
}
