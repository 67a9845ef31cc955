// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Histories of concurrent writers and readers, and a checker that finds what READ COMMITTED forbids. Writers and
 * readers of any JVM of one machine record what they did in {@link io.handlersocket.endurance.history.Journal}s; {@link
 * io.handlersocket.endurance.history.HistoryChecker} reads them afterwards.
 */
@NullMarked
package io.handlersocket.endurance.history;

import org.jspecify.annotations.NullMarked;
