// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads from a JDBC URL which server it names. */
public final class SqlAddress {

    private static final Pattern ONE_HOST = Pattern.compile(
            "jdbc:(?:mariadb|mysql)://(\\[[^\\]]+\\]|[^/:,?()]*)(?::(\\d+))?(?:[/?].*)?", Pattern.DOTALL);
    private static final Pattern LOCAL_SOCKET = Pattern.compile("[?&](?:localSocket|pipe)=([^&]*)");
    private static final String DEFAULT_PORT = "3306";

    private SqlAddress() {}

    /**
     * Returns where connections of this URL go: {@code host:port}, or the file of a local socket. Two URLs with the
     * same address reach the same server, unless the name is resolved anew in between.
     *
     * @param jdbcUrl of MariaDB Connector/J
     * @return empty if the URL names several hosts, a fail-over or load-balancing mode, or is of another driver
     */
    public static String of(String jdbcUrl) {
        Matcher host = ONE_HOST.matcher(jdbcUrl);
        if (!host.matches()) {
            return "";
        }
        Matcher socket = LOCAL_SOCKET.matcher(jdbcUrl);
        if (socket.find()) {
            return socket.group(1);
        }
        String name = host.group(1).isEmpty() ? "localhost" : host.group(1).toLowerCase(Locale.ROOT);
        return name + ':' + (host.group(2) == null ? DEFAULT_PORT : host.group(2));
    }
}
