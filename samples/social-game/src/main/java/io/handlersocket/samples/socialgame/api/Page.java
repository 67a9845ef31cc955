// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.api;

import java.util.List;
import org.springframework.data.domain.Slice;

/**
 * One page of a list.
 *
 * @param page its number, from 0
 * @param more whether another page follows
 */
public record Page<T>(List<T> content, int page, int size, boolean more) {

    public static <T> Page<T> of(Slice<T> slice) {
        return new Page<>(slice.getContent(), slice.getNumber(), slice.getSize(), slice.hasNext());
    }
}
