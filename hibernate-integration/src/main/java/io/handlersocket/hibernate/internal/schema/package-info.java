// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Hibernate's schema tools: the client releases the tables before they change, and the connections learn the mapped
 * tables.
 */
@NullMarked
package io.handlersocket.hibernate.internal.schema;

import org.jspecify.annotations.NullMarked;
