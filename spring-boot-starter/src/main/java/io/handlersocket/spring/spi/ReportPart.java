// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.spi;

import org.jspecify.annotations.Nullable;

/** What an extension adds to the endpoint, to the health indicator and to the summary in the log. */
public interface ReportPart {

    /** Returns the name under which the endpoint shows this part, such as {@code shadow}. */
    String name();

    /** Returns what the endpoint shows now; null for nothing. */
    @Nullable
    Object report();

    /** Returns what makes the application's health DOWN now; null if nothing does. */
    @Nullable
    Object failure();

    /**
     * Returns one line for the log.
     *
     * @param when the time that the line is about, such as {@code so far}
     * @return null for nothing
     */
    @Nullable
    String summary(String when);
}
