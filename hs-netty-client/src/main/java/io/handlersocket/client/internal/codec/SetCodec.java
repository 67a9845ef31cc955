// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** SET: labels in declared order with commas between. The server drops what it does not know; SQL compares text. */
final class SetCodec extends ColumnCodec {

    private final ColumnCharset charset;
    private final Collation collation;

    SetCodec(Column column, ColumnCharset charset) {
        super(column, null, null);
        this.charset = charset;
        this.collation = TextCodec.collation(column);
    }

    @Override
    byte @Nullable [] encode(Object value) {
        if (value instanceof String text) {
            String trimmed = collation.padded() ? Labels.withoutBlanks(text) : text;
            if (trimmed.isEmpty() && !text.isEmpty()) {
                throw undecidable("SQL takes blanks for no set at all");
            }
            boolean canonical = trimmed.isEmpty() || inOrder(Arrays.asList(trimmed.split(",", -1)));
            return known(canonical, trimmed);
        }
        if (value instanceof Collection<?> chosen) {
            Set<?> rest = new HashSet<>(chosen);
            StringBuilder text = new StringBuilder();
            for (String label : column().labels()) {
                if (rest.remove(label)) {
                    text.append(text.isEmpty() ? "" : ",").append(label);
                }
            }
            for (Object other : rest) {
                if (!(other instanceof String label)) {
                    throw wrongType(value);
                }
                text.append(text.isEmpty() ? "" : ",").append(label);
            }
            return known(rest.isEmpty(), text.toString());
        }
        throw wrongType(value);
    }

    private byte @Nullable [] known(boolean canonical, String text) {
        byte[] key = canonical ? charset.encode(text) : null;
        return key != null ? key : Labels.unknown(this, charset, collation, text);
    }

    private boolean inOrder(List<String> chosen) {
        int last = -1;
        for (String label : chosen) {
            int at = column().labels().indexOf(label);
            if (at <= last) {
                return false;
            }
            last = at;
        }
        return true;
    }

    @Override
    String expected() {
        return "Set of labels, or String in declared order";
    }

    @Override
    public Set<String> decode(byte[] buffer, int from, int to) {
        String text = decodeString(buffer, from, to);
        return text.isEmpty()
                ? Set.of()
                : Collections.unmodifiableSet(new LinkedHashSet<>(Arrays.asList(text.split(",", -1))));
    }

    @Override
    public String decodeString(byte[] buffer, int from, int to) {
        String text = charset.decode(buffer, from, to);
        if (text == null) {
            throw malformed();
        }
        return text;
    }
}
