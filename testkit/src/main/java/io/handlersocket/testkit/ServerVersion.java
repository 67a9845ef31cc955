// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which MariaDB a test wants: a line such as {@code 11.8}, or one patch level of it such as {@code 11.8.9}. */
final class ServerVersion {
    static final String PROPERTY = "handlersocket.test.line";
    static final String VARIABLE = "HANDLERSOCKET_TEST_LINE";

    private ServerVersion() {}

    /** By property, else by environment variable; null if any version will do. */
    static @Nullable String configured() {
        return configured(System.getenv());
    }

    static @Nullable String configured(Map<String, String> environment) {
        String property = System.getProperty(PROPERTY, "").strip();
        if (!property.isEmpty()) {
            return checked(property, PROPERTY);
        }
        String variable = environment.getOrDefault(VARIABLE, "").strip();
        return variable.isEmpty() ? null : checked(variable, VARIABLE);
    }

    static String checked(String line, String source) {
        if (!line.matches("\\d{1,3}\\.\\d{1,3}(\\.\\d{1,3})?")) {
            throw new IllegalArgumentException(
                    source + "=" + line + " (expected a line such as 11.8, or a version such as 11.8.9)");
        }
        return line;
    }

    /** Whether a server's version, such as {@code 11.8.6-MariaDB}, is what is wanted. */
    static boolean matches(@Nullable String wanted, String version) {
        return wanted == null || (version.split("-", 2)[0] + '.').startsWith(wanted + '.');
    }

    /** @throws UnavailableException if the server is of another line than the wanted one */
    static void require(@Nullable String wanted, String version) throws UnavailableException {
        if (!matches(wanted, version)) {
            throw new UnavailableException("MariaDB " + version + " is not " + wanted);
        }
    }
}
