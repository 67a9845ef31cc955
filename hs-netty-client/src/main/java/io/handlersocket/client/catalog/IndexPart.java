// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

/** Describes one part of an index. Immutable. Only the client implements this. */
public interface IndexPart {

    /** Returns the name of the column. */
    String column();

    /** Returns the number of indexed characters or bytes; 0 if the index covers the whole value. */
    int prefixLength();

    /** Returns whether the index stores this part in descending order. */
    boolean descending();
}
