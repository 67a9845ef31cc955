// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.explain;

import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.hibernate.internal.planner.PlannedStatement;

/**
 * A load that the mapping of a session factory declares.
 *
 * @param kind what is loaded
 * @param role the name of what is loaded
 * @param statement its planned statement
 */
public record DeclaredLoad(LoadPlan.Kind kind, String role, PlannedStatement statement) {}
