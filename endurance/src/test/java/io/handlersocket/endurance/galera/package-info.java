// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Checks what the nodes of a Galera cluster answer: writers on all nodes and readers on each record what they did, and
 * {@link io.handlersocket.endurance.galera.NodeChecker} judges each read afterwards. All times are those of {@link
 * System#nanoTime()} in one JVM: a begin before the call, an end or acknowledgement after its return.
 */
@NullMarked
package io.handlersocket.endurance.galera;

import org.jspecify.annotations.NullMarked;
