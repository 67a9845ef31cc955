// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** What replicas ask over SQL: identity, role, positions and the state of the replication. */
@NullMarked
package io.handlersocket.replicas.internal.replication;

import org.jspecify.annotations.NullMarked;
