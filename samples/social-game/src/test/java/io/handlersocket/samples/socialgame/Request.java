// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import org.jspecify.annotations.Nullable;

/**
 * A request, and what comes of it.
 *
 * @param route what the header {@code Lookup-Route} says with HandlerSocket
 * @param body JSON of a write; null for a GET
 */
record Request(String method, String path, @Nullable String body, int status, String route) {

    static Request get(String path, String route) {
        return new Request("GET", path, null, 200, route);
    }

    static Request wrong(int status, String path, String route) {
        return new Request("GET", path, null, status, route);
    }

    static Request post(int status, String path, String body, String route) {
        return new Request("POST", path, body.replace('\'', '"'), status, route);
    }

    @Override
    public String toString() {
        return method + " " + path + (body == null ? "" : " " + body);
    }
}
