// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** What stands between Hibernate and the driver. */
@NullMarked
package io.handlersocket.hibernate.internal.jdbc;

import org.jspecify.annotations.NullMarked;
