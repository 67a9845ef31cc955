// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

/** The values of {@link io.handlersocket.hibernate.HandlerSocketSettings#ENTITIES}. */
public enum EntityChoice {
    ALL,
    ANNOTATED,
    NONE
}
