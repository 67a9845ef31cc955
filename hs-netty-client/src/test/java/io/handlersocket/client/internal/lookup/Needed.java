// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

/** For tests of other packages. */
public final class Needed {

    private Needed() {}

    /** Does what a lookup does if the index is not open; returns whether it requests the opening. */
    public static boolean by(IndexState index) {
        return index.shouldRequestOpening();
    }
}
