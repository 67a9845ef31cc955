// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.spring.LookupRoute;

/**
 * The number of calls of one repository method with the same route and reason.
 *
 * @param repository the repository's interface
 * @param method name of the method, such as {@code findById}
 * @param route what answered the calls
 * @param reason why SQL answered the calls, or why they ran inside their transaction; empty if neither; {@code failed: } and
 *     the exception's name if they ended with an exception
 * @param count number of calls
 */
public record LookupCount(String repository, String method, LookupRoute route, String reason, long count) {}
