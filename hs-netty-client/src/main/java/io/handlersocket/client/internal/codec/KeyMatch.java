// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

/** The result of comparing a key part of a returned row with the requested key. */
public enum KeyMatch {
    /** The values are the same. */
    EQUAL,
    /** The texts differ, but are equal under the collation. SQL would return this row. */
    COLLATION_EQUAL,
    /** The texts differ under a binary collation: the server changed the key. SQL would not return this row. */
    COERCED,
    /** The values differ, although the key was canonical: the reply belongs to another request. */
    DIFFERENT
}
