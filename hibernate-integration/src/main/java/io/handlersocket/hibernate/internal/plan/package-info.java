// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * From the shape of a lookup to an open index: which index answers it, which columns can be read exactly as the driver
 * reads them, and what is missing if not. Knows the client and its catalogue, nothing of Hibernate or connections.
 */
@NullMarked
package io.handlersocket.hibernate.internal.plan;

import org.jspecify.annotations.NullMarked;
