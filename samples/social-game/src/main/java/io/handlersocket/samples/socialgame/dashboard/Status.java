// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import java.util.List;

/**
 * What all viewers of the dashboard see at a moment.
 *
 * @param phase {@code idle}, {@code preparing} or {@code running}
 * @param run the number of the present run, or of the last
 * @param users how many users read at once
 * @param client the client's state, {@code OFF} if HandlerSocket is not enabled
 * @param reason why the client is not ready; empty if it is
 * @param locked tables that the client leaves to JDBC for a while
 */
record Status(String phase, long run, int users, String client, String reason, List<LockedTables.Locked> locked) {}
