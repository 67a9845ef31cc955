// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.spring.LookupRoute;

/**
 * Calls of one repository method that went the same way for the same reason.
 *
 * @param repository the repository's interface
 * @param method such as {@code findById}
 * @param route the way
 * @param reason why SQL was asked, or why the call took its ordinary way; empty if neither; {@code failed: } and the
 *     exception's name if it ended with one
 * @param count calls
 */
public record LookupCount(String repository, String method, LookupRoute route, String reason, long count) {}
