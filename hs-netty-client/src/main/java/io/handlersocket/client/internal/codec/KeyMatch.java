// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

/** The result of comparing a key part of a returned row with the requested key. */
public enum KeyMatch {
    /** The values are the same: the row is returned. */
    EQUAL,
    /** The texts differ, but are equal under the collation: the row is returned, as SQL would. */
    COLLATION_EQUAL,
    /**
     * The texts differ under a binary collation: the server changed the key before its lookup. The row is not returned,
     * because SQL would not find it.
     */
    COERCED,
    /**
     * The values differ. In the reply to one canonical key, that means that the reply is of another request: the
     * connection is closed.
     */
    DIFFERENT
}
