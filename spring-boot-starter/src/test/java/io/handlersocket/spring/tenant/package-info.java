// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** An application whose tenants share a table. */
@NullMarked
package io.handlersocket.spring.tenant;

import org.jspecify.annotations.NullMarked;
