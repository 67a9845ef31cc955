// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Base classes for {@code java.sql} interfaces: nothing but their methods. */
@NullMarked
package io.handlersocket.hibernate.internal.jdbc;

import org.jspecify.annotations.NullMarked;
