// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Which way each load of a session factory goes, and why: counts, plans and the log line at startup. */
@NullMarked
package io.handlersocket.hibernate.internal.explain;

import org.jspecify.annotations.NullMarked;
