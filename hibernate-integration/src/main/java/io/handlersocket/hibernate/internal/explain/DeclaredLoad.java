// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.explain;

import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.hibernate.internal.planner.PlannedStatement;

/**
 * A statement that a session factory knows from the start.
 *
 * @param kind what it loads
 * @param role what that is called
 * @param statement what was seen of it
 */
record DeclaredLoad(LoadPlan.Kind kind, String role, PlannedStatement statement) {}
