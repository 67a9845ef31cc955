// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** An application with two databases, of which one is MariaDB. */
@NullMarked
package io.handlersocket.spring.units;

import org.jspecify.annotations.NullMarked;
