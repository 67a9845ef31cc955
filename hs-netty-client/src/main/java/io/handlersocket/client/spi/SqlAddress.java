// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds out which server a JDBC URL names, or which servers in which order. */
public final class SqlAddress {

    private static final Pattern ONE_HOST = Pattern.compile(
            "jdbc:(?:mariadb|mysql)://(\\[[^\\]]+\\]|[^/:,?()]*)(?::(\\d+))?(?:[/?].*)?", Pattern.DOTALL);
    private static final Pattern SEQUENCE = Pattern.compile(
            "jdbc:(?:mariadb|mysql):sequential://((?:\\[[^\\]]+\\]|[^/:,?()]+)(?::\\d+)?"
                    + "(?:,(?:\\[[^\\]]+\\]|[^/:,?()]+)(?::\\d+)?)*)(?:[/?].*)?",
            Pattern.DOTALL);
    private static final Pattern LOCAL_SOCKET = Pattern.compile("[?&](?:localSocket|pipe)=([^&]*)");
    private static final Pattern HAS_PORT = Pattern.compile(".*[^:\\[]:\\d+");
    private static final String DEFAULT_PORT = "3306";

    private SqlAddress() {}

    /**
     * Returns the address to which a URL connects: {@code host:port}, the path of a local socket, or for {@code
     * sequential:} each {@code host:port}, with commas. Two URLs with the same address reach the same server as long as
     * host names resolve to the same addresses and, of several hosts, the same ones can be reached.
     *
     * @param jdbcUrl a URL of MariaDB Connector/J
     * @return the address; empty if the URL names several hosts in another way, or belongs to another driver
     */
    public static String of(String jdbcUrl) {
        Matcher socket = LOCAL_SOCKET.matcher(jdbcUrl);
        Matcher sequence = SEQUENCE.matcher(jdbcUrl);
        if (sequence.matches()) {
            return socket.find()
                    ? ""
                    : Arrays.stream(sequence.group(1).split(",", -1))
                            .map(host -> HAS_PORT.matcher(host).matches() ? host : host + ':' + DEFAULT_PORT)
                            .collect(Collectors.joining(","))
                            .toLowerCase(Locale.ROOT);
        }
        Matcher host = ONE_HOST.matcher(jdbcUrl);
        if (!host.matches()) {
            return "";
        }
        if (socket.find()) {
            return socket.group(1);
        }
        String name = host.group(1).isEmpty() ? "localhost" : host.group(1).toLowerCase(Locale.ROOT);
        return name + ':' + (host.group(2) == null ? DEFAULT_PORT : host.group(2));
    }

    /**
     * Returns whether a URL names hosts of which the driver takes the first that it can reach. When such a connection
     * breaks, the driver connects it anew, perhaps to another host, and the connection object stays the same.
     *
     * @param jdbcUrl a URL of MariaDB Connector/J
     */
    public static boolean isSequence(String jdbcUrl) {
        return SEQUENCE.matcher(jdbcUrl).matches();
    }
}
