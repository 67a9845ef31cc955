// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.internal.gate.Isolation;
import org.jspecify.annotations.Nullable;

/**
 * What all connections of a pool have in common.
 *
 * @param refusal why HandlerSocket may not answer a session without connection; null if it may
 * @param isolation the strictest isolation; null if unknown
 * @param change the number of changes when the verdict was made
 */
record Verdict(
        ServerFacts server,
        @Nullable String refusal,
        @Nullable Isolation isolation,
        long change,
        long atNanos) {}
