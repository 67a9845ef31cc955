// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

/** The way of one call of a repository. */
public enum LookupRoute {
    /** Over HandlerSocket. */
    HANDLERSOCKET,
    /** Over JDBC. */
    JDBC,
    /** None: the persistence context or the second-level cache had the entity. */
    MEMORY
}
