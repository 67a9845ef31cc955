// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * What the application's connections are: where they come from, and what the server says of each.
 *
 * <p>Asks the physical connections, and compares with what the client knows of its server. Knows nothing of Hibernate
 * or of rows.
 */
@NullMarked
package io.handlersocket.hibernate.internal.session;

import org.jspecify.annotations.NullMarked;
