// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The seed: always the same, kept between starts, begun anew after an interruption. */
class WorldIT {

    private static final List<String> TABLES = List.of(
            "player",
            "friendship",
            "diary_entry",
            "diary_comment",
            "item",
            "inventory_item",
            "guild",
            "guild_member",
            "message",
            "score",
            "login_session");

    @RegisterExtension
    static final HandlerSocketMariaDB SERVER = new HandlerSocketMariaDB();

    private final JdbcClient jdbc = JdbcClient.create(SERVER.dataSource());

    @Test
    void isMadeOnceAndAnewAfterAnInterruption() throws Exception {
        Flyway.configure().dataSource(SERVER.dataSource()).load().migrate();
        run(500);
        List<Map<String, Object>> made = checksums();
        assertThat(count("player")).isEqualTo(500);
        assertThat(count("diary_entry")).isEqualTo(1500);
        assertThat(count("item")).isEqualTo(64);
        assertThat(TABLES)
                .allSatisfy(table -> assertThat(count(table)).as(table).isPositive());

        // Kept: what players did since is still there, whatever size another start asks for.
        jdbc.sql("UPDATE player SET level = 100 WHERE id = 7").update();
        World second = run(1000);
        assertThat(second.players()).isEqualTo(500);
        assertThat(second.percent()).isEqualTo(100);
        assertThat(jdbc.sql("SELECT level FROM player WHERE id = 7")
                        .query(Integer.class)
                        .single())
                .isEqualTo(100);

        // Interrupted: the mark of the end is missing, and so are rows.
        jdbc.sql("UPDATE world SET finished_at = NULL").update();
        jdbc.sql("DELETE FROM score WHERE player_id > 300").update();
        run(500);
        assertThat(checksums()).isEqualTo(made);
    }

    /** A game that starts while another makes the world waits for it. */
    @Test
    void isMadeByOneOfTwo() throws Exception {
        SERVER.execute("CREATE DATABASE other", "GRANT ALL ON other.* TO " + SERVER.getUsername());
        String url = SERVER.getJdbcUrl().replaceFirst("/test", "/other");
        var other = new org.springframework.jdbc.datasource.DriverManagerDataSource(
                url, SERVER.getUsername(), SERVER.getPassword());
        Flyway.configure().dataSource(other).load().migrate();
        World first = new World(other, new GameProperties(500, Duration.ZERO));
        World second = new World(other, new GameProperties(700, Duration.ZERO));
        Thread thread = new Thread(() -> {
            try {
                first.run(new DefaultApplicationArguments());
            } catch (SQLException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        second.run(new DefaultApplicationArguments());
        thread.join();

        assertThat(first.players()).isEqualTo(second.players()).isIn(500, 700);
        assertThat(JdbcClient.create(other)
                        .sql("SELECT COUNT(*) FROM player")
                        .query(Integer.class)
                        .single())
                .isEqualTo(first.players());
    }

    private World run(int players) throws Exception {
        World world = new World(SERVER.dataSource(), new GameProperties(players, Duration.ZERO));
        world.run(new DefaultApplicationArguments());
        return world;
    }

    private List<Map<String, Object>> checksums() {
        return jdbc.sql("CHECKSUM TABLE " + String.join(", ", TABLES)).query().listOfRows();
    }

    private long count(String table) {
        return jdbc.sql("SELECT COUNT(*) FROM " + table).query(Long.class).single();
    }
}
