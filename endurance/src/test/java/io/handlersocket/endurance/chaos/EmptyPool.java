// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.stereotype.Component;

/** Takes every connection of the pool and keeps it. */
@Component
class EmptyPool {

    private static final int ATTEMPTS = 20;

    private final HikariDataSource pool;
    private final List<Connection> taken = new ArrayList<>();

    EmptyPool(DataSource dataSource) throws SQLException {
        pool = dataSource.unwrap(HikariDataSource.class);
    }

    synchronized String take() throws SQLException {
        for (int i = 0; i < ATTEMPTS && taken.size() < pool.getMaximumPoolSize(); i++) {
            try {
                taken.add(pool.getConnection());
            } catch (SQLException othersHaveIt) {
                if (i == ATTEMPTS - 1) {
                    throw othersHaveIt;
                }
            }
        }
        if (taken.size() < pool.getMaximumPoolSize()) {
            giveBack();
            throw new IllegalStateException("only " + taken.size() + " connections taken");
        }
        return taken.size() + " of " + pool.getMaximumPoolSize() + " connections taken";
    }

    synchronized String giveBack() throws SQLException {
        for (Connection connection : taken) {
            connection.close();
        }
        taken.clear();
        return "given back";
    }
}
