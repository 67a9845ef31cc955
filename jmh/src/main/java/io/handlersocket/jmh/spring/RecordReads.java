// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import io.handlersocket.jmh.measure.Check;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.UserTable;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;

/** A record by id. */
final class RecordReads {

    private static final String SQL = "SELECT user_id, user_name, user_email, created FROM user WHERE user_id = ?";

    private RecordReads() {}

    static Threads.Read jdbcTemplate(ApplicationContext context) {
        JdbcTemplate template = context.getBean(JdbcTemplate.class);
        RowMapper<UserRecord> mapper = DataClassRowMapper.newInstance(UserRecord.class);
        return read(id -> template.queryForObject(SQL, mapper, id));
    }

    /**
     * The starter's records.
     *
     * @return empty while the starter has none: return {@code read(id -> …)} here once it has
     */
    static Optional<Threads.Read> projection(ApplicationContext context) {
        return Optional.empty();
    }

    private static Threads.Read read(IntFunction<@Nullable UserRecord> find) {
        return () -> {
            int id = UserTable.randomId();
            UserRecord user = find.apply(id);
            if (user == null || user.userId() != id) {
                throw new AssertionError("not the row " + id);
            }
            Check.row(id, user.userName(), user.userEmail(), user.created());
            return 1;
        };
    }
}
