// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the host that a JDBC URL names. */
final class JdbcUrl {

    private static final Pattern ONE_HOST =
            Pattern.compile("jdbc:(?:mariadb|mysql)://(\\[[^\\]]+\\]|[^/:,?()]*)(?::\\d+)?(?:[/?].*)?", Pattern.DOTALL);
    private static final Pattern LOCAL_SOCKET = Pattern.compile("[?&](?:localSocket|pipe)=");

    private JdbcUrl() {}

    /** Returns whether the URL names a unix-domain socket or a pipe of this machine. */
    static boolean isLocalSocket(String url) {
        return LOCAL_SOCKET.matcher(url).find();
    }

    /** Returns the host; empty if the URL names several or none, so that the next connection may reach any server. */
    static Optional<String> host(String url) {
        Matcher matcher = ONE_HOST.matcher(url);
        if (!matcher.matches() || isLocalSocket(url)) {
            return Optional.empty();
        }
        String host = matcher.group(1);
        if (host.isEmpty()) {
            return Optional.of("localhost");
        }
        return Optional.of(host.startsWith("[") ? host.substring(1, host.length() - 1) : host);
    }
}
