// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import org.jspecify.annotations.Nullable;

/**
 * A part of a page.
 *
 * @param id of its element, such as {@code timeline}
 * @param value what it shows; null if it could not be read
 * @param how how it was served
 */
public record Part<T>(String id, @Nullable T value, How how) {

    public boolean isThere() {
        return value != null;
    }
}
