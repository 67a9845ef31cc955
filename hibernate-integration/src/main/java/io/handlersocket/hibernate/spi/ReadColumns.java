// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.spi;

import java.util.List;
import java.util.Set;

/**
 * What a read selects, by name.
 *
 * @param tables the tables, without schema and quotes
 * @param columns for each value of a row its table and column, such as {@code player.level}
 * @param order the positions, from 0, of the values by which the rows are sorted and of which equal ones have equal
 *     values; empty if any order is right
 */
public record ReadColumns(Set<String> tables, List<String> columns, List<Integer> order) {}
