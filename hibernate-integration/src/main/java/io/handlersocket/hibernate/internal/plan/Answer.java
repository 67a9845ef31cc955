// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

/** What a statement returns of the rows that it reads. */
public enum Answer {
    ROWS,
    /** Equal rows once. */
    DISTINCT_ROWS,
    /** The number of rows whose first column is not NULL. */
    COUNT
}
