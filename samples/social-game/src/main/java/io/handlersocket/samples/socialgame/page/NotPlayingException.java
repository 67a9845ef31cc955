// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

/** The page belongs to a player, and the visitor has not chosen one. */
final class NotPlayingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotPlayingException() {
        super("Choose a player first.");
    }
}
