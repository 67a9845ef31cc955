// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.spring.diary.Entries;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What SQL reads of its session after a query that was read straight from rows. */
class DirectQuerySessionIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    private static final List<Consumer<Entries>> READS = List.of(
            entries -> entries.findCardBySlug("slug-3"),
            entries -> entries.existsBySlug("slug-3"),
            entries -> entries.existsById(3L));

    private static final List<String> STATEMENTS =
            List.of("SELECT row_count()", "SELECT @@in_transaction", "SET TRANSACTION READ ONLY", "XA START 'x'");

    /** MyISAM has no transaction that a SELECT could begin. */
    @ParameterizedTest
    @ValueSource(strings = {"InnoDB", "MyISAM"})
    void leavesTheSessionAsItsQueryWould(String engine) {
        DiaryApplication.createTables(server);
        server.execute("ALTER TABLE entry ENGINE=" + engine);
        try (Diaries diaries = Diaries.run(server)) {
            await().until(() -> {
                diaries.lookups().clear();
                READS.forEach(read -> read.accept(diaries.entries()));
                return isFast(diaries, READS.size());
            });
            List<String> plain = seen(
                    diaries.plain(),
                    diaries.plainBean(PlatformTransactionManager.class),
                    diaries.plainBean(JdbcTemplate.class));
            await().until(
                            () -> { // again where HandlerSocket was away: the machine may have stood still
                                diaries.lookups().clear();
                                assertThat(seen(
                                                diaries.entries(),
                                                diaries.bean(PlatformTransactionManager.class),
                                                diaries.jdbc()))
                                        .isEqualTo(plain);
                                return SnapshotIsolation.isOn(server)
                                        || isFast(diaries, READS.size() * STATEMENTS.size());
                            });
        }
    }

    private static boolean isFast(Diaries diaries, int calls) {
        return diaries.lookups().size() == calls
                && diaries.lookups().stream().allMatch(lookup -> lookup.route() == LookupRoute.HANDLERSOCKET);
    }

    private static List<String> seen(Entries entries, PlatformTransactionManager manager, JdbcTemplate jdbc) {
        TransactionTemplate transaction = new TransactionTemplate(manager);
        return READS.stream()
                .flatMap(read -> STATEMENTS.stream()
                        .map(sql -> transaction.execute(status -> {
                            status.setRollbackOnly();
                            read.accept(entries);
                            return sql + ": " + outcome(jdbc, sql);
                        })))
                .toList();
    }

    private static String outcome(JdbcTemplate jdbc, String sql) {
        try {
            if (sql.startsWith("SELECT")) {
                return String.valueOf(jdbc.queryForObject(sql, Integer.class));
            }
            jdbc.execute(sql);
            if (sql.startsWith("XA")) {
                jdbc.execute("XA END 'x'");
                jdbc.execute("XA ROLLBACK 'x'");
            }
            return "done";
        } catch (DataAccessException e) {
            return String.valueOf(((SQLException) e.getMostSpecificCause()).getErrorCode());
        }
    }
}
