// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Shows the route of each load of a session factory, and its reason: counts, plans and the log line at startup. */
@NullMarked
package io.handlersocket.hibernate.internal.explain;

import org.jspecify.annotations.NullMarked;
