// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Where Hibernate finds this library. {@link Contributor} checks the version of Hibernate and adds the replaced
 * services.
 */
@NullMarked
package io.handlersocket.hibernate.internal.boot;

import org.jspecify.annotations.NullMarked;
