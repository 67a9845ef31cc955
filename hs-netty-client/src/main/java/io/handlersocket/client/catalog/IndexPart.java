// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

/**
 * One column of an index.
 *
 * @param column the column's name
 * @param prefixLength characters that are indexed; 0 where the whole value is
 * @param descending whether this part is stored in descending order
 */
public record IndexPart(String column, int prefixLength, boolean descending) {}
