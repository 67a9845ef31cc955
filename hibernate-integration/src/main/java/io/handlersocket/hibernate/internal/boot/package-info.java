// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * The entry point for Hibernate. {@link Contributor} checks Hibernate's version and adds the replaced services.
 */
@NullMarked
package io.handlersocket.hibernate.internal.boot;

import org.jspecify.annotations.NullMarked;
