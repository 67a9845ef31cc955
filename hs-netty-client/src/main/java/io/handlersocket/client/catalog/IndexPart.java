// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

/**
 * Describes one column of an index. Only the client implements this.
 *
 * @since 0.1
 */
public interface IndexPart {

    /** Returns the column's name. */
    String column();

    /** Returns how many characters are indexed; 0 if the whole value is. */
    int prefixLength();

    /** Returns whether this part is stored in descending order. */
    boolean descending();
}
