// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Hibernate's connections: where they come from, what runs on them, and whether a session's load may be answered over
 * HandlerSocket instead. {@link SessionContract} is the one place that decides.
 */
@NullMarked
package io.handlersocket.hibernate.internal.connection;

import org.jspecify.annotations.NullMarked;
