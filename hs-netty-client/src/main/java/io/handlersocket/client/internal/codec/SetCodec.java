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

/**
 * SET. A key is the text of its labels in declared order, separated by commas. SQL compares sets as text, but the
 * server would drop unknown labels.
 */
final class SetCodec extends CharacterCodec {

    SetCodec(Column column, ColumnCharset charset, Collation collation) {
        super(column, "Set of labels, or String in declared order", null, charset, collation);
    }

    @Override
    byte @Nullable [] encode(Object value) {
        if (value instanceof String text) {
            String trimmed = withoutIgnoredSpaces(text);
            if (trimmed.isEmpty() && !text.isEmpty()) {
                throw undecidable("SQL does not treat a text of spaces as the empty set");
            }
            boolean canonical = trimmed.isEmpty() || isInOrder(Arrays.asList(trimmed.split(",", -1)));
            return encode(canonical, trimmed);
        }
        if (value instanceof Collection<?> chosen) {
            Set<?> unknown = new HashSet<>(chosen);
            StringBuilder text = new StringBuilder();
            for (String label : column().labels()) {
                if (unknown.remove(label)) {
                    text.append(text.isEmpty() ? "" : ",").append(label);
                }
            }
            for (Object other : unknown) {
                if (!(other instanceof String label)) {
                    throw wrongType(value);
                }
                text.append(text.isEmpty() ? "" : ",").append(label);
            }
            return encode(unknown.isEmpty(), text.toString());
        }
        throw wrongType(value);
    }

    private byte @Nullable [] encode(boolean canonical, String text) {
        byte[] key = canonical ? charset.encode(text) : null;
        if (key == null) {
            return encodeUnknownLabel(text);
        }
        if (text.isEmpty() || column().labels().contains("")) { // the server also shows such a label as nothing
            column().labels().forEach(this::refuseEmptyLabel);
        }
        return key;
    }

    /** Returns whether all of these are labels, in declared order and without repetition. */
    private boolean isInOrder(List<String> chosen) {
        int last = -1;
        for (String label : chosen) {
            int position = column().labels().indexOf(label);
            if (position <= last) {
                return false;
            }
            last = position;
        }
        return true;
    }

    @Override
    public Set<String> decode(byte[] buffer, int from, int to) {
        String text = decodeString(buffer, from, to);
        return text.isEmpty()
                ? Set.of()
                : Collections.unmodifiableSet(new LinkedHashSet<>(Arrays.asList(text.split(",", -1))));
    }
}
