// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import io.handlersocket.spring.LookupListener.Lookup;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** The same lookups over each way in turn, one after the other on one thread, with the server's own counters around them. */
@Service
class Comparison {

    private static final int WARM_UP = 500;

    private final PlayerRepository players;
    private final JdbcClient jdbc;
    private final LastLookup lastLookup;

    Comparison(PlayerRepository players, JdbcClient jdbc, LastLookup lastLookup) {
        this.players = players;
        this.jdbc = jdbc;
        this.lastLookup = lastLookup;
    }

    /**
     * One way.
     *
     * @param name what was called
     * @param route over which route the last lookup went
     * @param micros per lookup
     * @param commands SQL commands the server counted per lookup; the client's guard asks once a second and is in it
     * @param keyReads rows per lookup that the server read by key
     */
    record Way(String name, String route, double micros, double commands, double keyReads) {}

    private record Row(long id, String name, String email, int level) {}

    /** Runs that many lookups of random players on each way. */
    List<Way> run(int lookups) {
        return List.of(
                measure("PlayerRepository.findById", "HANDLERSOCKET", lookups, players::findById),
                measure("the same, over JDBC", "JDBC", lookups, players::findByIdOverJdbc),
                measure("JdbcClient, no JPA", "JDBC", lookups, this::row));
    }

    private void row(long id) {
        jdbc.sql("SELECT id, name, email, level FROM player WHERE id = ?")
                .param(id)
                .query(Row.class)
                .single();
    }

    private Way measure(String name, String expected, int lookups, LongConsumer lookup) {
        repeat(WARM_UP, lookup);
        lastLookup.forget();
        Map<String, Long> before = counters();
        long start = System.nanoTime();
        repeat(lookups, lookup);
        double micros = (System.nanoTime() - start) / 1000.0 / lookups;
        Map<String, Long> after = counters();
        String route = lastLookup.get().map(Lookup::route).map(Enum::name).orElse(expected);
        return new Way(
                name,
                route,
                micros,
                // Reading the counters was a command itself.
                (grown(before, after, "Questions") - 1) / (double) lookups,
                grown(before, after, "Handler_read_key") / (double) lookups);
    }

    private static void repeat(int times, LongConsumer lookup) {
        RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
        for (int i = 0; i < times; i++) {
            lookup.accept(1 + random.nextInt(GameWorld.PLAYERS));
        }
    }

    private static long grown(Map<String, Long> before, Map<String, Long> after, String counter) {
        return after.getOrDefault(counter, 0L) - before.getOrDefault(counter, 0L);
    }

    private Map<String, Long> counters() {
        return jdbc
                .sql("SHOW GLOBAL STATUS WHERE Variable_name IN ('Questions', 'Handler_read_key')")
                .query((row, number) -> Map.entry(row.getString(1), row.getLong(2)))
                .list()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
