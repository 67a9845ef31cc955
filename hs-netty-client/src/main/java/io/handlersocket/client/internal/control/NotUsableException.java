// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

/** The server was reached over SQL, but must not be read over HandlerSocket; the message is for an operator. */
public final class NotUsableException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Who can change that the server is not usable. */
    private enum Kind {
        /** An operator: configures the server or the client, and restarts it. */
        OPERATOR,
        /** No one: the application uses another database product. This is no fault. */
        OTHER_PRODUCT,
        /** No one: the application gave no DataSource. */
        NO_DATA_SOURCE
    }

    private final Kind kind;

    public NotUsableException(String message) {
        this(message, Kind.OPERATOR);
    }

    private NotUsableException(String message, Kind kind) {
        super(message);
        this.kind = kind;
    }

    public static NotUsableException otherProduct(String product) {
        return new NotUsableException("the database is " + product + ", not MariaDB", Kind.OTHER_PRODUCT);
    }

    public static NotUsableException noCatalogue() {
        return new NotUsableException(ClientOptions.NO_CATALOGUE, Kind.NO_DATA_SOURCE);
    }

    /** Whether asking the server again cannot change the answer. */
    public boolean isPermanent() {
        return kind != Kind.OPERATOR;
    }

    /** Whether the application uses another database product. */
    public boolean isOtherProduct() {
        return kind == Kind.OTHER_PRODUCT;
    }
}
