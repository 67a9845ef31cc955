// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

/** Says what answered one call of a repository. */
public enum LookupRoute {
    /** Over HandlerSocket. */
    HANDLERSOCKET,
    /** Over JDBC. */
    JDBC,
    /** The persistence context or the second-level cache had the entity. */
    MEMORY
}
