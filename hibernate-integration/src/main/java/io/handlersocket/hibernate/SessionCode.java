// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.hibernate.JdbcReason.Kind;
import org.jspecify.annotations.Nullable;

/** Reasons of a session, its transaction, or code around it. */
public enum SessionCode implements ReasonCode {
    OWN_TRANSACTION_FIRST("the transaction that it asks for comes first, and then Hibernate decides for each load"),
    WRITES_CHANGES("the session holds entities whose changes the method's own transaction writes"
            + " (expected @Transactional(readOnly = true))");

    private final String text;

    SessionCode(String text) {
        this.text = text;
    }

    @Override
    public Kind kind() {
        return Kind.SESSION;
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public @Nullable String remedy() {
        return null;
    }
}
