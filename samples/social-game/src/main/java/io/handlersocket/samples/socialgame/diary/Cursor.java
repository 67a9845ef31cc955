// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.diary;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.ScrollPosition;

/** A place in a diary as text: the id of the last entry that was seen. Ids rise with time. */
final class Cursor {

    private Cursor() {}

    static String of(DiaryLine last) {
        return Long.toString(last.id());
    }

    static ScrollPosition position(@Nullable String cursor) {
        if (cursor == null || cursor.isBlank()) {
            return ScrollPosition.keyset();
        }
        try {
            return ScrollPosition.forward(Map.of("id", Long.parseLong(cursor)));
        } catch (NumberFormatException e) {
            throw new BadCursorException(cursor);
        }
    }
}
