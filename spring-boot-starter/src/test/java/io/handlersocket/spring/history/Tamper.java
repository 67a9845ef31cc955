// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.history;

/** What a {@link TamperingProxy} does to the replies of one connection. */
interface Tamper {

    /**
     * The reply to hand on; bytes are characters.
     *
     * @param request without its line feed
     * @param reply without its line feed
     */
    String reply(String request, String reply);
}
