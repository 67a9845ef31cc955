// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

/** The server was reached over SQL, but must not be read over HandlerSocket; the message is for an operator. */
public final class NotUsableException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean forGood;

    public NotUsableException(String message) {
        this(message, false);
    }

    private NotUsableException(String message, boolean forGood) {
        super(message);
        this.forGood = forGood;
    }

    /** The DataSource is of another product, and will be. */
    static NotUsableException otherDatabase(String product) {
        return new NotUsableException("the database is " + product + ", not MariaDB", true);
    }

    /** There is no DataSource, and none will come. */
    static NotUsableException noCatalogue() {
        return new NotUsableException(ClientOptions.NO_CATALOGUE, true);
    }

    /** Whether asking again is of no use. */
    boolean isForGood() {
        return forGood;
    }
}
