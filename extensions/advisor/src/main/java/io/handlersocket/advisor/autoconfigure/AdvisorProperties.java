// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of the advisor.
 *
 * @param advise whether the application only reports at startup what HandlerSocket would make fast: nothing goes over
 *     HandlerSocket, and the server needs no plugin
 * @param adviseReport file to which the report is written, which replaces an existing file; by default the report is
 *     logged
 */
@ConfigurationProperties("handlersocket")
public record AdvisorProperties(
        @DefaultValue("off") Advise advise, @Nullable String adviseReport) {

    /** Says whether the application only reports what HandlerSocket would make fast. */
    public enum Advise {
        /** The application uses HandlerSocket. */
        OFF,
        /** The application reports what would be fast once it has started, and runs on over JDBC. */
        ON,
        /** The application reports what would be fast, and ends with exit code 0 before its runners are called. */
        EXIT
    }
}
