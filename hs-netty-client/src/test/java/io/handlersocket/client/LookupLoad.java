// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.mariadb.jdbc.MariaDbDataSource;

/**
 * Looks up keys of several tables without end, and checks each answer. In this JVM, or as a program in another.
 *
 * <p>Rows have an {@code id} from 1 to {@value #ROWS} and a {@code v} of three times that; in tables named
 * {@code …swapped} also of five times that. Rows are missing only in {@code …truncated}, and only {@code …viewed} and
 * {@code …rekeyed} may be refused.
 */
final class LookupLoad implements AutoCloseable {

    static final int ROWS = 1000;
    private static final int BURST = 5;

    private final List<Index> indexes;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong right = new AtomicLong();
    private final ConcurrentSkipListSet<String> wrong = new ConcurrentSkipListSet<>();
    private volatile boolean running = true;

    LookupLoad(HandlerSocketClient client, int threadCount, List<String> tables) {
        indexes = tables.stream().map(table -> opened(client, table)).toList();
        for (int i = 0; i < threadCount; i++) {
            Random random = new Random(i);
            Thread thread = new Thread(() -> run(random), "lookup-load");
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    /** On a busy machine the first attempts to connect may fail. */
    private static Index opened(HandlerSocketClient client, String table) {
        return await().atMost(Duration.ofMinutes(1))
                .ignoreExceptionsInstanceOf(UnavailableException.class)
                .until(() -> client.index(table), Index::isOpen);
    }

    private void run(Random random) {
        while (running) {
            for (Index index : indexes) {
                burst(index, random);
                // The server and the DBA need the processors, too.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(3));
            }
        }
    }

    private void burst(Index index, Random random) {
        List<Integer> keys = new ArrayList<>();
        List<CompletableFuture<Optional<Row>>> answers = new ArrayList<>();
        for (int i = 0; i < BURST; i++) {
            int key = 1 + random.nextInt(ROWS);
            keys.add(key);
            answers.add(index.findAsync(key).toCompletableFuture());
        }
        for (int i = 0; i < BURST; i++) {
            try {
                check(index, keys.get(i), answers.get(i).join());
            } catch (CompletionException e) {
                boolean expected = e.getCause() instanceof HandlerSocketException failure
                        && (failure.retryable() || index.toString().matches(".*(viewed|rekeyed).*"));
                if (!expected) {
                    wrong.add(String.valueOf(e.getCause()));
                }
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200));
            }
        }
    }

    private void check(Index index, int key, Optional<Row> row) {
        String table = index.spec().table().table();
        String seen = row.map(r -> r.get("id") + "=" + r.get("v")).orElse("nothing");
        boolean good = seen.equals(key + "=" + key * 3)
                || (table.endsWith("swapped") && seen.equals(key + "=" + key * 5))
                || (table.endsWith("truncated") && row.isEmpty());
        if (good) {
            right.incrementAndGet();
        } else {
            wrong.add(table + ": " + key + " gave " + seen);
        }
    }

    long right() {
        return right.get();
    }

    /** Answers that no state of the tables explains. */
    List<String> wrong() {
        return List.copyOf(wrong);
    }

    @Override
    public void close() {
        running = false;
        for (Thread thread : threads) {
            try {
                thread.join(5_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The same in another JVM, with a client of its own. */
    static final class Child implements AutoCloseable {
        private final Process process;
        private final BufferedReader output;

        Child(String url, String user, String password, List<String> tables) throws IOException {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin/java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    LookupLoad.class.getName(),
                    url,
                    user,
                    password));
            command.addAll(tables);
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            output = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
            await("ready");
        }

        private String await(String word) throws IOException {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(word)) {
                    return line;
                }
            }
            throw new IOException("the other JVM ended before it said " + word);
        }

        /** Stops it; returns {@code result: <right answers> []} or what was wrong. */
        String result() throws IOException {
            process.getOutputStream().close();
            return await("result");
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    /** Runs until its input ends. */
    public static void main(String[] arguments) throws Exception {
        MariaDbDataSource dataSource = new MariaDbDataSource(arguments[0]);
        dataSource.setUser(arguments[1]);
        dataSource.setPassword(arguments[2]);
        List<String> tables = List.of(arguments).subList(3, arguments.length);
        try (HandlerSocketClient client = HandlerSocketClient.builder()
                        .name("other")
                        .dataSource(dataSource)
                        .build();
                LookupLoad load = new LookupLoad(client, 1, tables)) {
            System.out.println("ready");
            while (System.in.read() >= 0) {}
            load.close();
            System.out.println("result: " + load.right() + ' ' + load.wrong());
        }
    }
}
