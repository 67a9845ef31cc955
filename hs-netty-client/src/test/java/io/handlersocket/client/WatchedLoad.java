// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.testkit.TcpProxy;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.mariadb.jdbc.MariaDbDataSource;
import reactor.blockhound.BlockHound;

/**
 * Looks up rows of all kinds while connections are lost and made, and prints every call that blocked an I/O thread. A
 * program of its own, because BlockHound changes the classes of the whole JVM.
 */
final class WatchedLoad {

    private static final int ROUNDS = 4;
    private static final Set<String> BLOCKED = ConcurrentHashMap.newKeySet();

    private WatchedLoad() {}

    private static boolean isIoThread(Thread thread) {
        return thread.getName().contains("-io");
    }

    private static void watch() {
        BlockHound.builder()
                .nonBlockingThreadPredicate(any -> WatchedLoad::isIoThread)
                // Which appender writes where is the application's choice.
                .allowBlockingCallsInside("ch.qos.logback.classic.Logger", "callAppenders")
                // Held for as long as it takes to add a task for the control thread.
                .allowBlockingCallsInside("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", "offer")
                // Spins while a thread that adds a request is between two instructions, or taken off its core there.
                .allowBlockingCallsInside("io.handlersocket.client.internal.transport.shared.SendQueue", "awaitNext")
                .blockingMethodCallback(method -> {
                    if (BLOCKED.size() < 20) {
                        BLOCKED.add(method + " by " + callers());
                    }
                })
                .install();
    }

    private static String callers() {
        return Arrays.stream(new Throwable().getStackTrace())
                .map(StackTraceElement::toString)
                .filter(frame -> !frame.contains("blockhound"))
                .limit(12)
                .collect(Collectors.joining(" < "));
    }

    /** Blocks the thread that tells it of a lookup. */
    private static final ClientListener BLOCKING = new ClientListener() {
        @Override
        public void completed(IndexSpec index, long nanos, int batch, boolean failed) {
            LockSupport.parkNanos(1_000);
        }
    };

    /**
     * Ends by itself.
     *
     * @param arguments URL, user, password, host, port, and whether a listener blocks
     */
    public static void main(String[] arguments) throws Exception {
        watch();
        var dataSource = new MariaDbDataSource(arguments[0]);
        dataSource.setUser(arguments[1]);
        dataSource.setPassword(arguments[2]);
        boolean blocks = Boolean.parseBoolean(arguments[5]);
        try (TcpProxy proxy = new TcpProxy(arguments[3], Integer.parseInt(arguments[4]));
                HandlerSocketClient client = HandlerSocketClient.builder()
                        .name("watched")
                        .dataSource(dataSource)
                        .host("127.0.0.1")
                        .port(proxy.port())
                        .connections(2)
                        .listener(blocks ? BLOCKING : new ClientListener() {})
                        .build();
                LookupLoad load = new LookupLoad(client, 2, List.of("watched"))) {
            Index index = client.index("watched");
            for (int round = 0; round < (blocks ? 1 : ROUNDS); round++) {
                for (int answered = 0; answered < 50; ) { // so that each round sees its connections made
                    answered += readAllWays(index, 1 + answered) ? 1 : 0;
                }
                if (round % 2 == 0) {
                    proxy.cutAll();
                } else {
                    client.drain();
                    client.resume();
                }
            }
            load.close();
            System.out.println("right: " + load.right() + ' ' + load.wrong());
        }
        BLOCKED.forEach(call -> System.out.println("blocked: " + call));
        System.out.println("end: " + BLOCKED.size());
        System.exit(0);
    }

    /** Returns whether HandlerSocket answered. */
    private static boolean readAllWays(Index index, int key) {
        try {
            index.find(key);
            index.findAll(List.of(key, key + 1));
            index.range(Range.all(Comparison.GREATER_OR_EQUAL, key).limit(3));
            return true;
        } catch (HandlerSocketException e) {
            LockSupport.parkNanos(5_000_000); // while connections are made
            return false;
        }
    }
}
