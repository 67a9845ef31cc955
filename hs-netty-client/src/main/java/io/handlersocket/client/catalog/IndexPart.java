// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

/**
 * Describes one part of an index. Immutable.
 *
 * @param column the name of the column
 * @param prefixLength the number of indexed characters or bytes; 0 if the index covers the whole value
 * @param descending whether the index stores this part in descending order
 */
public record IndexPart(String column, int prefixLength, boolean descending) {}
