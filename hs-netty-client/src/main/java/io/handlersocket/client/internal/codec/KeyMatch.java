// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

/** How the key column of a returned row compares with the key asked for. */
public enum KeyMatch {
    /** The same value. */
    EQUAL,
    /** Other bytes of a string that the engine's collation holds equal: the row SQL would give. */
    COLLATION_EQUAL,
    /** Another string in a column that compares code points: the server changed the key, so this row was not asked for. */
    COERCED,
    /** Another value of a type with one text per value: the reply does not belong to the request. */
    DIFFERENT
}
