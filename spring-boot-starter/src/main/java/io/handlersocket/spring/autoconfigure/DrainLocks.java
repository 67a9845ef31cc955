// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.DrainLock;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** Takes the drain lock of a server or, in a Galera cluster, of all nodes. */
final class DrainLocks {

    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final Pattern URL =
            Pattern.compile("(jdbc:(?:mariadb|mysql):)(?:\\w+:)?//[^/?]*([/?].*)?", Pattern.DOTALL);
    private static final Pattern LOCAL = Pattern.compile("[?&(](?:localSocket|pipe)=");

    private DrainLocks() {}

    /** Takes it where a DataSource connects, outside its pool, which a migration may need. */
    static DrainLock outsidePool(DataSource dataSource) {
        return acquire(ControlConnections.of(dataSource, true));
    }

    /** @param own what {@link ControlConnections#of} made */
    static DrainLock acquire(DataSource own) {
        return DrainLock.acquire(
                own, address -> ControlConnections.at(own, urlAt(ControlConnections.url(own), address)), WAIT);
    }

    /**
     * Returns the URL with another address instead of its own, or of its hosts.
     *
     * @throws IllegalStateException if that would connect elsewhere
     */
    static String urlAt(String url, String address) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches() || LOCAL.matcher(url).find()) {
            throw new IllegalStateException("the application's JDBC URL has no host of MariaDB to replace");
        }
        return parts.group(1) + "//" + address + (parts.group(2) == null ? "" : parts.group(2));
    }
}
