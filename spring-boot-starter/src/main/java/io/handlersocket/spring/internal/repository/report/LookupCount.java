// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.report;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.LookupRoute;
import org.jspecify.annotations.Nullable;

/**
 * The number of calls of one repository method with the same route and reason.
 *
 * @param why why SQL answered the calls, why they ran inside their transaction, or which exception they ended with; null
 *     if none of these
 */
public record LookupCount(
        String repository,
        String method,
        LookupRoute route,
        @Nullable JdbcReason why,
        long count) {

    public String reason() {
        return why == null ? "" : why.text();
    }
}
