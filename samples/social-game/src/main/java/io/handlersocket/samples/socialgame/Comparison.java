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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * The same lookups over each way, with the server's own counters around them. The ways take turns for some rounds and the best
 * round of each counts, so that neither the JIT compiler's work nor a neighbour on the machine decides.
 */
@Service
class Comparison {

    private static final int ROUNDS = 4;
    private static final int WARM_UP = 3_000;

    private final PlayerRepository players;
    private final JdbcClient jdbc;
    private final LastLookup lastLookup;
    private final AtomicBoolean cold = new AtomicBoolean(true);

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
     * @param perSecond lookups a second, all threads together, in the best round
     * @param micros one lookup, as its caller saw it, on average of that round
     * @param commands SQL commands per lookup that the server counted; the client's guard asks once a second and is in it
     * @param keyReads rows per lookup that the server read by key
     */
    record Way(String name, LookupRoute route, double perSecond, double micros, double commands, double keyReads) {}

    private record Row(long id, String name, String email, int level) {}

    /** Runs that many lookups of random players on each way, shared among that many threads. */
    List<Way> run(int lookups, int threads) {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Turns> ways = List.of(
                    new Turns("PlayerRepository.findById", players::findById),
                    new Turns("the same, over JDBC", players::findByIdOverJdbc),
                    new Turns("JdbcClient, no JPA", this::row));
            if (cold.getAndSet(false)) {
                ways.forEach(way -> run(executor, threads, 1 + WARM_UP / threads, way.lookup));
            }
            int perThread = Math.max(1, lookups / (ROUNDS * threads));
            for (int round = 0; round < ROUNDS; round++) {
                ways.forEach(way -> way.take(executor, threads, perThread));
            }
            return ways.stream().map(Turns::result).toList();
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

    /** One way, and what its rounds gave so far. */
    private final class Turns {

        private final String name;
        private final LongConsumer lookup;
        private LookupRoute route = LookupRoute.HANDLERSOCKET;
        private double bestPerSecond;
        private int threads;
        private long lookups;
        private long commands;
        private long keyReads;

        private Turns(String name, LongConsumer lookup) {
            this.name = name;
            this.lookup = lookup;
        }

        private void take(ExecutorService executor, int sharedBy, int perThread) {
            Map<String, Long> before = counters();
            long start = System.nanoTime();
            LookupRoute taken = run(executor, sharedBy, perThread, lookup);
            double seconds = (System.nanoTime() - start) / 1e9;
            Map<String, Long> after = counters();
            route = taken == LookupRoute.JDBC ? taken : route;
            threads = sharedBy;
            lookups += (long) sharedBy * perThread;
            bestPerSecond = Math.max(bestPerSecond, sharedBy * perThread / seconds);
            // Reading the counters was a command itself.
            commands += grown(before, after, "Questions") - 1;
            keyReads += grown(before, after, "Handler_read_key");
        }

        private Way result() {
            return new Way(
                    name,
                    route,
                    bestPerSecond,
                    threads * 1e6 / bestPerSecond,
                    commands / (double) lookups,
                    keyReads / (double) lookups);
        }
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
