// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.report;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What players wrote in a month. */
public record MonthlyReport(String month, long entries, long authors, long comments, List<Day> days) {

    /** One day; {@code change} is the difference to the day before, null on the first. */
    public record Day(LocalDate day, long entries, @Nullable Long change, long sinceFirst) {}
}
