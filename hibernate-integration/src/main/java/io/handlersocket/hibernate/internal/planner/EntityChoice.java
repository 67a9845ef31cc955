// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

/** Which entities may be loaded over HandlerSocket. */
public enum EntityChoice {
    /** All but those with {@link io.handlersocket.hibernate.OverJdbc}. */
    ALL,
    /** Only those with {@link io.handlersocket.hibernate.OverHandlerSocket}. */
    ANNOTATED,
    /** No entity: every load uses JDBC. */
    NONE
}
