// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

/** SQL answers, but the client must not read the server over HandlerSocket; the message is for an operator. */
public final class NotUsableException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean isPermanent;
    private final boolean isOtherProduct;

    /** An operator can change this: the client checks the server again. */
    public NotUsableException(String message) {
        this(message, false, false);
    }

    private NotUsableException(String message, boolean isPermanent, boolean isOtherProduct) {
        super(message);
        this.isPermanent = isPermanent;
        this.isOtherProduct = isOtherProduct;
    }

    /** The application uses another database product, which is no fault. */
    public static NotUsableException otherProduct(String product) {
        return new NotUsableException("the database is " + product + ", not MariaDB", true, true);
    }

    /** The application must be changed. */
    public static NotUsableException unsupported(String message) {
        return new NotUsableException(message, true, false);
    }

    /** Returns whether asking the server again cannot change the answer. */
    public boolean isPermanent() {
        return isPermanent;
    }

    public boolean isOtherProduct() {
        return isOtherProduct;
    }
}
