// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import org.jspecify.annotations.Nullable;

/** A reason whose text comes from elsewhere, such as the client or an extension. */
record FreeText(JdbcReason.Kind kind) implements ReasonCode {

    @Override
    public String name() {
        return kind.name();
    }

    @Override
    public String text() {
        return "{}";
    }

    @Override
    public @Nullable String remedy() {
        return null;
    }
}
