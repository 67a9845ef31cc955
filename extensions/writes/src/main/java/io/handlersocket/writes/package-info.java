// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Inserts, updates and deletes rows over HandlerSocket's write port, which guarantees less than SQL. Start with {@link
 * io.handlersocket.writes.HandlerSocketWrites}.
 *
 * <p><b>Null.</b> A null value of a written column is NULL. Every other null argument is a {@link NullPointerException}
 * whose message names the parameter and the expected value.
 *
 * <p><b>Compatibility.</b> Only this library implements {@link io.handlersocket.writes.WriteIndex}. It may get more
 * methods in a minor release.
 *
 * @since 0.1
 */
@NullMarked
package io.handlersocket.writes;

import org.jspecify.annotations.NullMarked;
