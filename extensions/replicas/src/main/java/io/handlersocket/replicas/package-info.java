// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Reads from replicas over HandlerSocket, as fresh as the application asks for. Start with {@link
 * io.handlersocket.replicas.Replicas}.
 *
 * @since 0.1
 */
@NullMarked
package io.handlersocket.replicas;

import org.jspecify.annotations.NullMarked;
