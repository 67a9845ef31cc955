// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Asks the server for the offset from UTC in which it prints every TIMESTAMP. The name of a zone proves nothing: with
 * {@code TZ=UTC-9}, the system zone is called UTC and is nine hours ahead of it.
 *
 * <p>HandlerSocket prints in the system zone. The global zone must be alike too, because a worker takes a copy of it.
 */
final class ZoneOffsets {

    /**
     * Every 2,000,000 seconds (23 days): no daylight saving time is shorter. There are more than 1,000 until 2038. A
     * server that limits recursion answers fewer, and nothing is proven.
     */
    private static final String MOMENTS = "WITH RECURSIVE d AS (SELECT 0 n UNION ALL SELECT n + 1 FROM d WHERE n < 46),"
            + " moments AS (SELECT 2000000 * (a.n * 47 + b.n + 1) s FROM d a, d b),"
            + " times AS (SELECT TIMESTAMP('1970-01-01') + INTERVAL s SECOND utc FROM moments"
            + " WHERE FROM_UNIXTIME(s) IS NOT NULL)";

    /** The seconds that all three zones are ahead of UTC at all moments; NULL if there is more than one such number. */
    static final String SQL = "(" + MOMENTS + ", ahead AS (SELECT " + ahead("'SYSTEM'") + " o, "
            + ahead("@@global.time_zone") + " g, " + ahead("@@session.time_zone") + " c FROM times)"
            + " SELECT IF(COUNT(*) > 1000 AND COUNT(*) = COUNT(o + g + c)"
            + " AND MIN(LEAST(o, g, c)) = MAX(GREATEST(o, g, c)), MIN(o), NULL) FROM ahead)";

    private ZoneOffsets() {}

    private static String ahead(String zone) {
        return "TIMESTAMPDIFF(SECOND, utc, CONVERT_TZ(utc, '+00:00', " + zone + "))";
    }

    /** Returns the offset that the server answered; null if the zones have no common offset. */
    static @Nullable ZoneOffset of(@Nullable String seconds) {
        int total = seconds == null ? Integer.MAX_VALUE : Integer.parseInt(seconds);
        return Math.abs(total) <= ZoneOffset.MAX.getTotalSeconds() ? ZoneOffset.ofTotalSeconds(total) : null;
    }
}
