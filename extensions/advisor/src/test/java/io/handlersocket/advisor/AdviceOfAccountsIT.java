// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.advisor.internal.application.AdviceReport;
import io.handlersocket.advisor.internal.application.AdviceReport.Verdict;
import io.handlersocket.spring.adoption.AdoptionApplication;
import io.handlersocket.spring.adoption.Guild;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Nothing is fast that the account of the application may not read. */
class AdviceOfAccountsIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    @BeforeAll
    static void start() {
        AdoptionApplication.createTables(server);
        server.execute(
                "CREATE USER may_all IDENTIFIED BY 'secret', may_columns IDENTIFIED BY 'secret',"
                        + " may_nothing IDENTIFIED BY 'secret'",
                "GRANT SELECT ON test.* TO may_all",
                "GRANT SELECT (id) ON test.guild TO may_columns",
                "GRANT SELECT ON test.medal TO may_nothing");
    }

    @AfterAll
    static void stop() {
        server.execute("DROP USER may_all, may_columns, may_nothing");
    }

    @Test
    void countsAsFastOnlyWhatTheAccountMayRead() {
        assertThat(fastEntities("may_all")).contains(Guild.class.getName());
        assertThat(fastEntities("may_columns")).doesNotContain(Guild.class.getName());
        assertThat(fastEntities("may_nothing")).doesNotContain(Guild.class.getName());
    }

    private static Set<String> fastEntities(String account) {
        return AdviceIT.report(
                        server,
                        "handlersocket.advise=true",
                        "spring.datasource.username=" + account,
                        "spring.datasource.password=secret")
                .loads()
                .stream()
                .filter(item -> item.verdict() == Verdict.FAST)
                .map(AdviceReport.Item::name)
                .collect(Collectors.toSet());
    }
}
