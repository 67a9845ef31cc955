// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

/**
 * What a session keeps after a commit in order to read it later.
 *
 * @param key of the row that was changed
 * @param nonce of the commit
 * @param position of the primary, which covers the commit, such as {@code 0-1-42}
 */
record Token(int key, long nonce, String position) {}
