// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import org.jspecify.annotations.Nullable;

/** Refuses every value of a column that HandlerSocket does not read as SQL does. Use SQL for such a column. */
final class RefusedCodec extends ColumnCodec {

    private final String why;

    RefusedCodec(Column column, String why) {
        super(column, why, why);
        this.why = why;
    }

    @Override
    byte @Nullable [] encode(Object value) {
        throw new IllegalArgumentException(this + ": " + why);
    }

    @Override
    String expected() {
        return "no key value";
    }

    @Override
    public Object decode(byte[] buffer, int from, int to) {
        throw new IllegalArgumentException(this + " cannot be read: " + why);
    }

    @Override
    public String decodeString(byte[] buffer, int from, int to) {
        throw new IllegalArgumentException(this + " cannot be read: " + why);
    }
}
