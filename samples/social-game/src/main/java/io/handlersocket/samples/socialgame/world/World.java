// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.world;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.stereotype.Component;

/**
 * Fills empty tables once. The row of {@code world} says whether that is finished: a start after it is ready at once,
 * and one after an interruption begins again.
 */
@Component
@Order(1)
public class World implements ApplicationRunner {

    private static final Logger log = LoggerFactory.getLogger(World.class);
    private static final long BATCH = 50_000;
    private static final int THREADS = Math.min(4, Runtime.getRuntime().availableProcessors());

    private static final List<String> TABLES = List.of(
            "login_session",
            "score",
            "message",
            "guild_member",
            "guild",
            "inventory_item",
            "item",
            "diary_comment",
            "diary_entry",
            "friendship",
            "player");

    private final DataSource dataSource;
    private final GameProperties properties;
    private volatile int percent;
    private volatile int players;
    private long toCount;
    private long counted;

    World(DataSource dataSource, GameProperties properties) {
        this.dataSource = dataSource;
        this.properties = properties;
    }

    private record State(int players, boolean finished) {}

    /** Returns how much of the world is made: 100 if all of it is there. */
    public int percent() {
        return percent;
    }

    /** Returns how many players the seed made; 0 until it has finished. Their ids begin with 1. */
    public int players() {
        return players;
    }

    @Override
    public void run(ApplicationArguments arguments) throws SQLException, InterruptedException {
        try (Connection connection = dataSource.getConnection()) {
            // One connection, because a lock belongs to it: two applications that start at once make one world.
            JdbcClient jdbc = JdbcClient.create(new SingleConnectionDataSource(connection, true));
            int locked = jdbc.sql("SELECT GET_LOCK('social_game_world', 3600)")
                    .query(Integer.class)
                    .single();
            if (locked != 1) {
                throw new IllegalStateException("Another application has been making the world for an hour (expected"
                        + " minutes); end it, and start again");
            }
            try {
                make(jdbc);
            } finally {
                jdbc.sql("SELECT RELEASE_LOCK('social_game_world')")
                        .query(Integer.class)
                        .single();
            }
        }
    }

    private void make(JdbcClient jdbc) throws InterruptedException {
        Optional<State> state = jdbc.sql("SELECT players, finished_at IS NOT NULL AS finished FROM world WHERE id = 1")
                .query(State.class)
                .optional();
        if (state.isEmpty() || !state.get().finished()) {
            if (state.isPresent()) {
                log.info("World: an earlier start was interrupted while it made the world; it is made anew");
                // Foreign keys forbid TRUNCATE, whatever the order. The setting holds for one statement.
                TABLES.forEach(table -> jdbc.sql("SET STATEMENT foreign_key_checks = 0 FOR TRUNCATE TABLE " + table)
                        .update());
            }
            fill(jdbc);
            players = properties.players();
        } else {
            players = state.get().players();
            log.info("World: {} players are there", players);
        }
        percent = 100;
    }

    private void fill(JdbcClient jdbc) throws InterruptedException {
        long start = System.nanoTime();
        jdbc.sql("REPLACE INTO world (id, players) VALUES (1, :players)")
                .param("players", properties.players())
                .update();
        Map<String, List<SeedStep>> tables = Seed.of(properties.players()).stream()
                .collect(Collectors.groupingBy(SeedStep::what, LinkedHashMap::new, Collectors.toList()));
        toCount = tables.values().stream()
                .flatMap(List::stream)
                .mapToLong(SeedStep::rows)
                .sum();
        counted = 0;
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Long>> parts = new ArrayList<>();
            tables.forEach((table, steps) -> parts.add(threads.submit(() -> fill(table, steps))));
            long rows = 0;
            for (Future<Long> part : parts) {
                rows += part.get();
            }
            jdbc.sql("UPDATE world SET finished_at = NOW() WHERE id = 1").update();
            log.info("World: 100 %, made {} rows in {} s", rows, seconds(start));
        } catch (ExecutionException e) {
            throw new IllegalStateException("The world could not be made; the next start begins anew", e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    /** Foreign keys are not checked, so that no table waits for another. */
    private long fill(String table, List<SeedStep> steps) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            JdbcClient jdbc = JdbcClient.create(new SingleConnectionDataSource(connection, true));
            long rows = 0;
            for (SeedStep step : steps) {
                // Each part is a transaction: one of millions of rows would be slow, and slower to roll back.
                for (long from = 1; from <= step.rows(); from += BATCH) {
                    long to = Math.min(step.rows(), from + BATCH - 1);
                    rows += jdbc.sql("SET STATEMENT foreign_key_checks = 0 FOR " + step.sql(from, to))
                            .update();
                    count(to - from + 1);
                }
            }
            log.info("World: {} %, made {}", percent, table);
            return rows;
        }
    }

    private synchronized void count(long numbers) {
        counted += numbers;
        percent = (int) (99 * counted / toCount);
    }

    private static long seconds(long start) {
        return (System.nanoTime() - start) / 1_000_000_000;
    }
}
