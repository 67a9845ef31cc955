// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.query;

/** Says that JPA must answer a query. There are few different messages, because calls are counted by them. */
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

    /** Returns the exception for a query that the server would have answered if it had been available. */
    static NotFast outage(String reason) {
        return new NotFast(reason, Kind.OUTAGE);
    }

    /** Returns whether a new index could answer the query. */
    public boolean isMissingIndex() {
        return kind == Kind.MISSING_INDEX;
    }

    /** Returns whether an outage may send many queries to JDBC now that otherwise do not need it. */
    public boolean isOutage() {
        return kind == Kind.OUTAGE;
    }

    /** Returns the reason. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
