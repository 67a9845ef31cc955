// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds the values of a key, one per index part.
 *
 * @param values in index order; null matches no row
 */
public record Key(List<@Nullable Object> values) {

    public Key {
        requireNonNull(values, "values: null (expected a list of key values)");
        values = values.size() == 1
                ? Collections.singletonList(values.get(0)) // most keys; three objects less
                : Collections.unmodifiableList(Arrays.asList(values.toArray()));
    }

    /** Returns a key of these values. */
    public static Key of(@Nullable Object... values) {
        requireNonNull(values, "values: null array (expected key values; cast a single null to Object)");
        return new Key(Arrays.asList(values));
    }

    /** Returns a copy of the list; the exception names the parameter if the list or an element is null. */
    static <T> List<T> copy(String parameter, Collection<? extends T> values) {
        if (values == null) { // no requireNonNull: a lookup passes here, and must not make messages
            throw new NullPointerException(parameter + ": null (expected a list)");
        }
        try {
            return List.copyOf(values);
        } catch (NullPointerException e) {
            throw new NullPointerException(parameter + ": a null element (expected none)");
        }
    }

    /** Hides the values, so that no log contains them. */
    @Override
    public String toString() {
        return "Key(" + values.size() + " values)";
    }
}
