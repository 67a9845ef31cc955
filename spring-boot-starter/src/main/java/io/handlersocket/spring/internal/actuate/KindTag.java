// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.hibernate.JdbcReason;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The value of the tag {@code reason}: never a text, of which an application may have any number. */
final class KindTag {

    private KindTag() {}

    static String of(JdbcReason.@Nullable Kind kind) {
        return kind == null ? "none" : kind.name().toLowerCase(Locale.ROOT);
    }
}
