// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.report;

import io.handlersocket.hibernate.JdbcReason;
import org.jspecify.annotations.Nullable;

/** The route of a method of a {@code @FastLookup} repository now, outside a transaction; JDBC if there is a reason. */
public record MethodPlan(
        String repository, String method, @Nullable JdbcReason whyNot) {

    /** Of a query that Hibernate plans when it is first called. */
    public static final JdbcReason UNDECIDED =
            new JdbcReason(JdbcReason.Kind.STATEMENT, "Hibernate decides at the first call");

    public String reason() {
        return whyNot == null ? "" : whyNot.text();
    }
}
