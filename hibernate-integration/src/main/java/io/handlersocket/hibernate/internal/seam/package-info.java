// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * What Hibernate calls for every select. Two standard services are replaced, each by the standard one plus a little:
 * {@code JdbcValuesMappingProducerProvider} keeps each select's AST for the planner, {@code JdbcServices} hands out the
 * executor that every loader calls. Whatever is not answered here runs in Hibernate's own executor.
 */
@NullMarked
package io.handlersocket.hibernate.internal.seam;

import org.jspecify.annotations.NullMarked;
