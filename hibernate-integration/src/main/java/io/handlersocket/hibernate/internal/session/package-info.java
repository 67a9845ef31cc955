// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Describes the application's connections: their source, and the facts about the session of each.
 *
 * <p>Reads these facts over the physical connections, and compares them with the facts about the client's server. Does
 * not use Hibernate, and reads no rows.
 */
@NullMarked
package io.handlersocket.hibernate.internal.session;

import org.jspecify.annotations.NullMarked;
