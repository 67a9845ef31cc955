// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * FLOAT, and FLOAT and DOUBLE with declared decimals, as text only. The text is that of SQL's text protocol. The binary
 * protocol, which server-side prepared statements use, returns more digits. So only the reader knows the number.
 */
final class RoundedCodec extends ColumnCodec {

    private static final String ROUNDED = "HandlerSocket and SQL's text protocol round FLOAT and DOUBLE(m,d), the"
            + " binary protocol does not, and SQL compares the unrounded number";

    RoundedCodec(Column column) {
        super(column, "no type", null, ROUNDED);
    }

    @Override
    public Optional<String> storeRefusal() {
        return keyRefusal();
    }

    @Override
    byte @Nullable [] encode(Object value) {
        throw new IllegalArgumentException(this + ": " + ROUNDED);
    }

    @Override
    public Object decode(byte[] buffer, int from, int to) {
        throw new IllegalArgumentException(this + " is read only as String: " + ROUNDED);
    }
}
