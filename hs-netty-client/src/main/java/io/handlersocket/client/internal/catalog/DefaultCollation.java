// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.catalog;

import io.handlersocket.client.catalog.Collation;

/** A collation as the server described it. */
public record DefaultCollation(String name, boolean known, boolean padded, boolean binary, boolean oneWeightEach)
        implements Collation {

    /** Returns a collation of which only the name is known. */
    public static Collation unknown(String name) {
        return new DefaultCollation(name, false, false, false, false);
    }
}
