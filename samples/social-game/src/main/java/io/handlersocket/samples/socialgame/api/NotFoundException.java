// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.api;

/** A thing that does not exist; the API answers 404. */
public final class NotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotFoundException(String what, Object key) {
        super("There is no " + what + " " + key + ".");
    }
}
