// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import java.util.Map;

/**
 * One slice of each setup, one after the other.
 *
 * @param run the run's number
 * @param at milliseconds since the run began
 * @param users how many users read at once
 * @param summary of this round and those before it
 */
record Round(long run, long at, int users, Map<Setup, Slice> slices, Summary summary) {}
