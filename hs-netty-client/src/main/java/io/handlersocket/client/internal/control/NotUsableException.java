// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

/** The server was reached over SQL, but must not be read over HandlerSocket; the message is for an operator. */
public final class NotUsableException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean forGood;
    private final boolean otherDatabase;

    public NotUsableException(String message) {
        this(message, false, false);
    }

    private NotUsableException(String message, boolean forGood, boolean otherDatabase) {
        super(message);
        this.forGood = forGood;
        this.otherDatabase = otherDatabase;
    }

    /** The DataSource is of another product, and will be. */
    static NotUsableException otherDatabase(String product) {
        return new NotUsableException("the database is " + product + ", not MariaDB", true, true);
    }

    /** There is no DataSource, and none will come. */
    static NotUsableException noCatalogue() {
        return new NotUsableException(ClientOptions.NO_CATALOGUE, true, false);
    }

    /** Whether the DataSource is of another product, so that the application simply does not use MariaDB. */
    boolean isOtherDatabase() {
        return otherDatabase;
    }

    /** Whether asking again is of no use. */
    boolean isForGood() {
        return forGood;
    }
}
