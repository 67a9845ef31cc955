// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.minimal;

import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.Route;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.cfg.SchemaToolingSettings;
import org.mariadb.jdbc.MariaDbDataSource;

/** Stores a player over JDBC, reads it by id over HandlerSocket, and returns how many loads went which way. */
public final class MinimalHibernate {

    private MinimalHibernate() {}

    @Entity(name = "Player")
    public static class Player {

        @Id
        public long id;

        public String name;
    }

    /** The arguments are JDBC URL, user and password. */
    public static void main(String[] arguments) throws Exception {
        System.out.println(run(arguments[0], arguments[1], arguments[2]));
    }

    static String run(String url, String user, String password) throws Exception {
        MariaDbDataSource forTheClient = new MariaDbDataSource(url);
        forTheClient.setUser(user);
        forTheClient.setPassword(password);
        try (HikariDataSource pool = pool(url, user, password);
                HandlerSocketClient client =
                        HandlerSocketClient.builder().dataSource(forTheClient).build();
                SessionFactory sessionFactory = sessionFactory(pool, client)) {
            sessionFactory.inTransaction(session -> {
                Player player = new Player();
                player.id = 7;
                player.name = "Zoe";
                session.merge(player);
            });
            HandlerSocketLoads loads = HandlerSocketLoads.of(sessionFactory);
            loads.prepare().toCompletableFuture().join(); // open the indexes before the first load
            long before = loads.count(Route.HANDLERSOCKET);
            String name =
                    sessionFactory.fromSession(session -> session.find(Player.class, 7L)).name;
            return name + " over " + (loads.count(Route.HANDLERSOCKET) > before ? Route.HANDLERSOCKET : Route.JDBC);
        }
    }

    private static HikariDataSource pool(String url, String user, String password) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setUsername(user);
        pool.setPassword(password);
        return pool;
    }

    private static SessionFactory sessionFactory(HikariDataSource pool, HandlerSocketClient client) {
        Configuration configuration = new Configuration().addAnnotatedClass(Player.class);
        configuration.getProperties().put(JdbcSettings.JAKARTA_NON_JTA_DATASOURCE, pool);
        configuration.getProperties().put(SchemaToolingSettings.HBM2DDL_AUTO, "update");
        configuration.getProperties().put(HandlerSocketSettings.CLIENT, client);
        return configuration.buildSessionFactory();
    }
}
