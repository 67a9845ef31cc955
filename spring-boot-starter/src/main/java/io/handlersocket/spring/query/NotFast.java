// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.query;

/** A query that is left to JPA; the message says why, in words a developer can act on and few enough to count by. */
public final class NotFast extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean missingIndex;

    public NotFast(String reason) {
        this(reason, false);
    }

    private NotFast(String reason, boolean missingIndex) {
        super(reason, null, false, false);
        this.missingIndex = missingIndex;
    }

    static NotFast missingIndex(String reason) {
        return new NotFast(reason, true);
    }

    /** Whether an index could be made that answers the query. */
    public boolean isMissingIndex() {
        return missingIndex;
    }

    /** Why. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
