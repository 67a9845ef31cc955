// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds out which server a JDBC URL names.
 *
 * @since 0.1
 */
public final class SqlAddress {

    private static final Pattern ONE_HOST = Pattern.compile(
            "jdbc:(?:mariadb|mysql)://(\\[[^\\]]+\\]|[^/:,?()]*)(?::(\\d+))?(?:[/?].*)?", Pattern.DOTALL);
    private static final Pattern LOCAL_SOCKET = Pattern.compile("[?&](?:localSocket|pipe)=([^&]*)");
    private static final String DEFAULT_PORT = "3306";

    private SqlAddress() {}

    /**
     * Returns the address to which a URL connects: {@code host:port} or the path of a local socket. Two URLs with the
     * same address reach the same server as long as the host name resolves to the same address.
     *
     * @param jdbcUrl a URL of MariaDB Connector/J
     * @return the address; empty if the URL names several hosts or a failover mode, or belongs to another driver
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
