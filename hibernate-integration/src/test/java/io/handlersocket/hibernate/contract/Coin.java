// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.jdbc.Work;

/** One row whose value tells which table, server or moment it was read from. */
@Entity(name = "Coin")
@Table(name = "ht_coin") // a name such as Hibernate gives its own temporary tables
class Coin {

    @Id
    Integer id;

    Integer worth;

    /** Makes the table anew: coin 1 is worth 10. */
    static void create(HandlerSocketMariaDB server) {
        server.execute(
                "create table if not exists ht_coin (id int primary key, worth int)",
                "replace into ht_coin values (1, 10)",
                "create table if not exists coin_log (a int)");
    }

    /** What coin 1 is worth, read by id; -1 if there is none. */
    static int worth(Session session) {
        Coin coin = session.find(Coin.class, 1);
        return coin == null ? -1 : coin.worth;
    }

    static int worth(SessionFactory factory) {
        return factory.fromSession(Coin::worth);
    }

    /** Runs these statements on the application's connection, in a transaction that is committed. */
    static void run(App app, String... statements) {
        app.sessionFactory().inTransaction(session -> session.doWork(sql(statements)));
    }

    static Work sql(String... statements) {
        return connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
        };
    }

    /** Runs these as the account that may do everything. */
    static void root(HandlerSocketMariaDB server, String... statements) {
        try (Connection connection = server.rootDataSource().getConnection()) {
            sql(statements).execute(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
