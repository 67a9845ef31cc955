// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.LookupRoute;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** The same lookups over each way, one way after the other, with the server's own counters around them. */
@Service
class Comparison {

    private static final int WARM_UP = 1_000;

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
     * @param route over which route the lookups went
     * @param perSecond lookups a second, all threads together
     * @param micros one lookup, as its caller saw it, on average
     * @param commands SQL commands per lookup that the server counted; the client's guard asks once a second and is in it
     * @param keyReads rows per lookup that the server read by key
     */
    record Way(String name, LookupRoute route, double perSecond, double micros, double commands, double keyReads) {}

    private record Row(long id, String name, String email, int level) {}

    /** Runs that many lookups of random players on each way, shared among that many threads. */
    List<Way> run(int lookups, int threads) {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            return List.of(
                    measure(executor, threads, lookups, "PlayerRepository.findById", players::findById),
                    measure(executor, threads, lookups, "the same, over JDBC", players::findByIdOverJdbc),
                    measure(executor, threads, lookups, "JdbcClient, no JPA", this::row));
        } finally {
            executor.shutdown();
        }
    }

    private void row(long id) {
        jdbc.sql("SELECT id, name, email, level FROM player WHERE id = ?")
                .param(id)
                .query(Row.class)
                .single();
    }

    private Way measure(ExecutorService executor, int threads, int lookups, String name, LongConsumer lookup) {
        int perThread = Math.max(1, lookups / threads);
        double all = (double) perThread * threads;
        run(executor, threads, Math.max(1, WARM_UP / threads), lookup);
        Map<String, Long> before = counters();
        long start = System.nanoTime();
        LookupRoute route = run(executor, threads, perThread, lookup);
        double seconds = (System.nanoTime() - start) / 1e9;
        Map<String, Long> after = counters();
        return new Way(
                name,
                route,
                all / seconds,
                seconds * 1e6 * threads / all,
                // Reading the counters was a command itself.
                (grown(before, after, "Questions") - 1) / all,
                grown(before, after, "Handler_read_key") / all);
    }

    private LookupRoute run(ExecutorService executor, int threads, int perThread, LongConsumer lookup) {
        List<Callable<LookupRoute>> tasks = IntStream.range(0, threads)
                .<Callable<LookupRoute>>mapToObj(thread -> () -> repeat(perThread, lookup))
                .toList();
        try {
            LookupRoute worst = LookupRoute.HANDLERSOCKET;
            for (Future<LookupRoute> task : executor.invokeAll(tasks)) {
                worst = task.get() == LookupRoute.JDBC ? LookupRoute.JDBC : worst;
            }
            return worst;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped while comparing", e);
        }
    }

    /** JDBC if at least one lookup took that route, or if the way is none of the repository's fast ones. */
    private LookupRoute repeat(int times, LongConsumer lookup) {
        boolean fast = true;
        for (int i = 0; i < times; i++) {
            lastLookup.forget();
            lookup.accept(1 + ThreadLocalRandom.current().nextInt(GameWorld.PLAYERS));
            fast &= lastLookup.get().map(Lookup::route).orElse(LookupRoute.JDBC) == LookupRoute.HANDLERSOCKET;
        }
        return fast ? LookupRoute.HANDLERSOCKET : LookupRoute.JDBC;
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
