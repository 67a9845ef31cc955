// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.query;

/** A query that is left to JPA; the message says why, in words a developer can act on and few enough to count by. */
public final class NotFast extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private enum Kind {
        OTHER,
        MISSING_INDEX,
        OUTAGE
    }

    private final Kind kind;

    public NotFast(String reason) {
        this(reason, Kind.OTHER);
    }

    private NotFast(String reason, Kind kind) {
        super(reason, null, false, false);
        this.kind = kind;
    }

    static NotFast missingIndex(String reason) {
        return new NotFast(reason, Kind.MISSING_INDEX);
    }

    /** Of a query that would have been answered, had the server been there. */
    static NotFast outage(String reason) {
        return new NotFast(reason, Kind.OUTAGE);
    }

    /** Whether an index could be made that answers the query. */
    public boolean isMissingIndex() {
        return kind == Kind.MISSING_INDEX;
    }

    /** Whether many queries may have the same reason at this moment, which otherwise do not need JDBC. */
    public boolean isOutage() {
        return kind == Kind.OUTAGE;
    }

    /** Why. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
