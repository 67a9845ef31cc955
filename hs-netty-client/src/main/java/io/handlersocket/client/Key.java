// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of an index of several parts, for {@link Index#findAll}.
 *
 * @param values one per part, in index order; null matches no row
 */
public record Key(List<@Nullable Object> values) {

    public Key {
        values = Collections.unmodifiableList(Arrays.asList(values.toArray()));
    }

    public static Key of(@Nullable Object... values) {
        return new Key(Arrays.asList(values));
    }

    /** Hides the values: keys are in no log. */
    @Override
    public String toString() {
        return "Key(" + values.size() + " values)";
    }
}
