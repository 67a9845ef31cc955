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
 * Logs, once for each start of the server, how others can harm it: every SQL account can read the secret of its write
 * port, it has no secret, its version has a known crash, or the network shows what SQL hides. Control thread only.
 */
public final class ServerWarnings {

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");

    /** The first patch level without the crash (MDEV-40425), by line; it also draws a random secret (MDEV-39841). */
    private static final Map<String, Integer> REPAIRED = Map.of("10.11", 19, "11.4", 13, "11.8", 9, "12.3", 3);

    private static final Pattern VERSION =
            Pattern.compile("(\\d{1,4}\\.\\d{1,4})\\.(\\d{1,9})(?!\\d).*", Pattern.DOTALL);

    private final String name;
    private @Nullable String warnedOf;

    public ServerWarnings(String name) {
        this.name = name;
    }

    public void check(Discovery.Found found) {
        String identity = found.facts().identity();
        if (identity.equals(warnedOf)) {
            return;
        }
        warnedOf = identity;
        if (found.readersMayWrite()) {
            LOG.warn(
                    "{}: HandlerSocket's write port is open (handlersocket_port_wr={}), and its secret"
                            + " (handlersocket_plain_secret_wr) is empty or equal to handlersocket_plain_secret: every"
                            + " SQL account that can reach the port can write every table. Remove"
                            + " handlersocket_port_wr from my.cnf, or set a separate handlersocket_plain_secret_wr,"
                            + " and restart the server",
                    name,
                    found.facts().writePort());
        }
        if (found.onlySqlEncrypted()) {
            LOG.warn(
                    "{}: SQL is encrypted and HandlerSocket at {} is not: whoever reads the network sees the secret and"
                            + " all keys and rows of lookups. Put a TLS terminator in front of the port and use the"
                            + " option tls (in Spring Boot handlersocket.ssl.bundle)",
                    name,
                    found.endpoint());
        }
        ofReads(found.facts().version(), found.noReadSecret()).ifPresent(text -> LOG.warn("{}: {}", name, text));
    }

    /** Returns the warning about the read port; empty if there is nothing to warn of. */
    static Optional<String> ofReads(String version, boolean noSecret) {
        StringBuilder text = new StringBuilder();
        if (noSecret) {
            text.append("HandlerSocket has no secret (handlersocket_plain_secret is empty): every client that can reach"
                    + " its port can read every table. Put into my.cnf under [mariadbd] and restart the server:"
                    + " handlersocket_plain_secret=<a long random text>");
        }
        repairedIn(version)
                .ifPresent(repaired -> text.append(noSecret ? ". " : "")
                        .append("By its version, the server (" + version
                                + ") crashes when a HandlerSocket request announces"
                                + " too many fields (MDEV-40425). This client never sends such a request, but every"
                                + " client that can reach the port" + (noSecret ? " can" : " and knows the secret can")
                                + ". Upgrade to MariaDB " + repaired + " or later"));
        return Optional.of(text.toString()).filter(warning -> !warning.isEmpty());
    }

    /** Returns the version to upgrade to; empty if there is no need or the line is unknown. */
    private static Optional<String> repairedIn(String version) {
        Matcher parts = VERSION.matcher(version);
        Integer repaired = parts.matches() ? REPAIRED.get(parts.group(1)) : null;
        return repaired == null || Integer.parseInt(parts.group(2)) >= repaired
                ? Optional.empty()
                : Optional.of(parts.group(1) + '.' + repaired);
    }
}
