// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.report;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.LookupRoute;
import org.jspecify.annotations.Nullable;

/**
 * The number of calls of one repository method with the same route and reason.
 *
 * @param repository the repository's interface
 * @param method name of the method, such as {@code findById}
 * @param route what answered the calls
 * @param kind kind of the reason, from a small set of values; null without a reason
 * @param reason why SQL answered the calls, why they ran inside their transaction, or which exception they ended with;
 *     empty if none of these
 * @param count number of calls
 */
public record LookupCount(
        String repository,
        String method,
        LookupRoute route,
        JdbcReason.@Nullable Kind kind,
        String reason,
        long count) {}
