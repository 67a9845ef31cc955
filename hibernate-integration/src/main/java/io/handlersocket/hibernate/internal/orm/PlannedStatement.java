// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import io.handlersocket.hibernate.internal.plan.Lookup;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of a select.
 *
 * @param role what it loads, as Hibernate names it
 * @param lookup its shape, or null if it is no plain lookup
 * @param reason why it is none; empty if it is one
 * @param sql the text that the lookup, and nothing more, is rendered to; empty without lookup
 */
record PlannedStatement(String role, @Nullable Lookup lookup, String reason, String sql) {

    static PlannedStatement jdbc(String role, String reason) {
        return new PlannedStatement(role, null, reason, "");
    }
}
