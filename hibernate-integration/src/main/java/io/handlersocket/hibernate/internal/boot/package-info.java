// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * The entry points for Hibernate. {@link Contributor} checks Hibernate's version and adds the replaced services. {@link
 * SchemaIntegrator} and the schema tool let the client release the tables before they change.
 */
@NullMarked
package io.handlersocket.hibernate.internal.boot;

import org.jspecify.annotations.NullMarked;
