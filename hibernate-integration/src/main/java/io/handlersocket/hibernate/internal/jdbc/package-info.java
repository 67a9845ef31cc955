// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Base classes that implement {@code java.sql} interfaces. */
@NullMarked
package io.handlersocket.hibernate.internal.jdbc;

import org.jspecify.annotations.NullMarked;
