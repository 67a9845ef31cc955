// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

/** Ends an attempt over HandlerSocket before anything was done; never leaves this package. */
public final class NotNow extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean outage;

    public NotNow(String reason) {
        this(reason, false);
    }

    private NotNow(String reason, boolean outage) {
        super(reason, null, false, false);
        this.outage = outage;
    }

    /** Of a lookup that would have been answered, had the server been there. */
    public static NotNow outage(String reason) {
        return new NotNow(reason, true);
    }

    /** Whether many loads may have the same reason at this moment, which otherwise do not need JDBC. */
    public boolean isOutage() {
        return outage;
    }

    /** Why JDBC has to answer. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
