// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.report;

import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Aggregates, which only SQL answers. */
@Repository
public class Reports {

    private final JdbcClient jdbc;

    Reports(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    private record Sums(long entries, long authors, long comments) {}

    /** Returns the report of a month, both statements of one read view. */
    @Transactional(readOnly = true)
    public MonthlyReport of(YearMonth month) {
        Map<String, ?> range =
                Map.of("from", month.atDay(1), "until", month.plusMonths(1).atDay(1));
        Sums sums = jdbc.sql("""
                        SELECT COUNT(*) AS entries, COUNT(DISTINCT d.player_id) AS authors,
                               COALESCE(SUM(
                                   (SELECT COUNT(*) FROM diary_comment c WHERE c.entry_id = d.id)), 0) AS comments
                        FROM diary_entry d
                        WHERE d.posted_at >= :from
                        AND d.posted_at < :until""").params(range).query(Sums.class).single();
        List<MonthlyReport.Day> days =
                jdbc.sql("""
                        SELECT day, entries,
                               entries - LAG(entries) OVER (ORDER BY day) AS `change`,
                               SUM(entries) OVER (ORDER BY day) AS since_first
                        FROM (SELECT DATE(posted_at) AS day, COUNT(*) AS entries FROM diary_entry
                              WHERE posted_at >= :from AND posted_at < :until
                              GROUP BY DATE(posted_at)) AS daily
                        ORDER BY day""").params(range).query(MonthlyReport.Day.class).list();
        return new MonthlyReport(month.toString(), sums.entries(), sums.authors(), sums.comments(), days);
    }
}
