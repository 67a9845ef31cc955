// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * The classes that Hibernate calls for every select. Two of its services are replaced: {@code
 * JdbcValuesMappingProducerProvider} keeps each select's AST for the planner, and {@code JdbcServices} returns the
 * executor that every loader calls. Hibernate's own executor runs every select that is not answered here.
 */
@NullMarked
package io.handlersocket.hibernate.internal.seam;

import org.jspecify.annotations.NullMarked;
