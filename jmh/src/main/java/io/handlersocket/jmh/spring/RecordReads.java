// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import io.handlersocket.jmh.measure.Check;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.UserTable;
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
        return () -> {
            int id = UserTable.randomId();
            UserRecord user = template.queryForObject(SQL, mapper, id);
            if (user == null || user.userId() != id) {
                throw new AssertionError("not the row " + id);
            }
            Check.row(id, user.userName(), user.userEmail(), user.created());
            return 1;
        };
    }

    static Threads.Read projection(ApplicationContext context) {
        UserRepository users = context.getBean(UserRepository.class);
        return () -> {
            int id = UserTable.randomId();
            UserView user = users.findViewById(id).orElseThrow();
            Check.row(id, user.name(), user.email(), user.created());
            return 1;
        };
    }
}
