// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Checks what replicas answered: writers and readers record what they did, and {@link
 * io.handlersocket.endurance.replicas.FreshnessChecker} judges each read afterwards. All times are in ns since the start
 * of the run, taken by one JVM: a begin before the call, an end or acknowledgement after its return.
 */
@NullMarked
package io.handlersocket.endurance.replicas;

import org.jspecify.annotations.NullMarked;
