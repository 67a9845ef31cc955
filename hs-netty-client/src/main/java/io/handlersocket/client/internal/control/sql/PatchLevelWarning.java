// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns once for each start of a server whose plugin has faults that others can use: an empty secret, which the server
 * says, and a crash, which only its version number tells. Control thread only.
 */
public final class PatchLevelWarning {

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");

    /**
     * The first patch level of each line without the crash (MDEV-40425); they also draw a random secret (MDEV-39841).
     */
    private static final Map<String, Integer> REPAIRED = Map.of("10.11", 19, "11.4", 13, "11.8", 9, "12.3", 3);

    private static final Pattern VERSION =
            Pattern.compile("(\\d{1,4}\\.\\d{1,4})\\.(\\d{1,9})(?!\\d).*", Pattern.DOTALL);

    private final String name;
    private @Nullable String warnedOf;

    public PatchLevelWarning(String name) {
        this.name = name;
    }

    public void check(Discovery.Found found) {
        String identity = found.facts().identity();
        if (identity.equals(warnedOf)) {
            return;
        }
        warning(found.facts().version(), found.noReadSecret()).ifPresent(text -> {
            warnedOf = identity;
            LOG.warn("{}: {}", name, text);
        });
    }

    /** What there is to say of a server. */
    static Optional<String> warning(String version, boolean noSecret) {
        Optional<String> repaired = repairedIn(version);
        if (!noSecret && repaired.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder();
        if (noSecret) {
            text.append(
                    "HandlerSocket has no secret (handlersocket_plain_secret is empty): every client that can reach its port"
                            + " can read every table. Put into my.cnf under [mariadbd] and restart the server:"
                            + " handlersocket_plain_secret=<a long random text>");
        }
        repaired.ifPresent(first -> text.append(noSecret ? ". " : "")
                .append("By its version, the server (")
                .append(version)
                .append(
                        ") crashes when a HandlerSocket request announces too many fields (MDEV-40425). This client never"
                                + " sends such a request, but every client that can reach the port")
                .append(noSecret ? " can" : " and knows the secret can")
                .append(". Upgrade to MariaDB ")
                .append(first)
                .append(" or later"));
        return Optional.of(text.toString());
    }

    /** The version to upgrade to; empty where there is no need, or the line is not known. */
    private static Optional<String> repairedIn(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            return Optional.empty();
        }
        Integer repaired = REPAIRED.get(parts.group(1));
        return repaired == null || Integer.parseInt(parts.group(2)) >= repaired
                ? Optional.empty()
                : Optional.of(parts.group(1) + '.' + repaired);
    }
}
