// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.browser;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.samples.socialgame.SocialGameApplication;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A server that can be killed, and the game on it with a small world. All journeys share it; it ends with them. */
final class Stage implements AutoCloseable {

    static final int PLAYERS = 2000;

    private final HandlerSocketMariaDB server;
    private final ConfigurableApplicationContext game;

    Stage() {
        server = new HandlerSocketMariaDB()
                .withDatabaseName("game")
                .withUsername("game")
                .withPassword("game")
                .withProcessControl();
        server.start();
        try {
            game = start();
        } catch (RuntimeException e) {
            server.stop();
            throw e;
        }
    }

    private ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(SocialGameApplication.class)
                .run(
                        "--server.port=0",
                        "--game.players=" + PLAYERS,
                        "--game.warm-up=0s",
                        "--handlersocket.routing=always",
                        "--game.operations.enabled=true",
                        "--game.operations.username=root",
                        "--game.operations.password=" + server.rootPassword(),
                        "--spring.datasource.url=jdbc:mariadb://127.0.0.1:" + server.getMappedPort(3306) + "/game",
                        "--spring.datasource.username=game",
                        "--spring.datasource.password=game");
    }

    HandlerSocketMariaDB server() {
        return server;
    }

    JdbcClient jdbc() {
        return JdbcClient.create(server.rootDataSource());
    }

    private long number(String sql) {
        return jdbc().sql(sql).query(Long.class).single();
    }

    long strangerOf(long player) {
        return number("SELECT id FROM game.player WHERE id > 1000 AND id NOT IN"
                + " (SELECT friend_id FROM game.friendship WHERE player_id = " + player + ") LIMIT 1");
    }

    long friendOf(long player) {
        return number("SELECT MIN(friend_id) FROM game.friendship WHERE player_id = " + player);
    }

    long playerWithoutGuild() {
        return number("SELECT MAX(id) FROM game.player WHERE id NOT IN (SELECT player_id FROM game.guild_member)");
    }

    /** Of the first item that the page shows. */
    long playerWithManyOfAnItem() {
        return number("SELECT player_id FROM game.inventory_item i WHERE amount >= 3 AND player_id > 20 AND id ="
                + " (SELECT MIN(id) FROM game.inventory_item WHERE player_id = i.player_id) LIMIT 1");
    }

    String name(long player) {
        return jdbc().sql("SELECT name FROM game.player WHERE id = " + player)
                .query(String.class)
                .single();
    }

    String host() {
        return address().substring("http://".length());
    }

    String address() {
        return "http://127.0.0.1:" + game.getEnvironment().getProperty("local.server.port");
    }

    ClientState client() {
        return game.getBean(HandlerSocketClient.class).snapshot().state();
    }

    /** Until lookups can be fast; undoes a drain that a failed journey left. */
    void awaitFast() {
        if (client() == ClientState.DRAINED) {
            game.getBean(HandlerSocketClient.class).resume();
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .until(this::client, state -> state == ClientState.READY || state == ClientState.IDLE);
    }

    @Override
    public void close() {
        game.close();
        server.stop();
    }
}
