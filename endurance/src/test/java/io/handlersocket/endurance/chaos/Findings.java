// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.spring.LookupRoute;
import io.netty.util.internal.PlatformDependent;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;

/** Counts what the load of this JVM gets. Safe for all threads. */
@Component
class Findings {

    private static final int EXAMPLES = 20;

    private final Map<Kind, LongAdder> fast = adders();
    private final Map<Kind, LongAdder> slow = adders();
    private final LongAdder writes = new LongAdder();
    private final AtomicLong wrong = new AtomicLong();
    private final AtomicLong stale = new AtomicLong();
    private final AtomicLong slowestNanos = new AtomicLong();
    private final Queue<String> examples = new ConcurrentLinkedQueue<>();
    private final Queue<String> foreignErrors = new ConcurrentLinkedQueue<>();
    private final ConcurrentMap<String, LongAdder> reasons = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, LongAdder> readErrors = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, LongAdder> writeErrors = new ConcurrentHashMap<>();
    private final ConcurrentMap<Thread, Long> reading = new ConcurrentHashMap<>();

    private static Map<Kind, LongAdder> adders() {
        Map<Kind, LongAdder> adders = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            adders.put(kind, new LongAdder());
        }
        return adders;
    }

    void begin() {
        reading.put(Thread.currentThread(), System.nanoTime());
    }

    /** Ends what this thread has begun. */
    void end() {
        Long begun = reading.remove(Thread.currentThread());
        if (begun != null) {
            slowestNanos.accumulateAndGet(System.nanoTime() - begun, Math::max);
        }
    }

    void answered(Kind kind, @Nullable LookupRoute route) {
        LongAdder count = (route == LookupRoute.HANDLERSOCKET ? fast : slow).get(kind);
        if (count != null) {
            count.increment();
        }
    }

    /** @param reason why a read used JDBC; never with a value, so there are few of them */
    void leftToJdbc(String reason) {
        count(reasons, reason);
    }

    void wrote() {
        writes.increment();
    }

    void wrong(String what) {
        wrong.incrementAndGet();
        example("wrong: " + what);
    }

    void stale(String what) {
        stale.incrementAndGet();
        example("stale: " + what);
    }

    private void example(String what) {
        if (examples.size() < EXAMPLES) {
            examples.add(what);
        }
    }

    /** JDBC's own errors are allowed where the fault explains them; any other is not. */
    void readFailed(Throwable failure) {
        count(readErrors, label(failure));
        if (!isOfJdbc(failure) && foreignErrors.size() < EXAMPLES) {
            foreignErrors.add(failure + " caused by " + NestedExceptionUtils.getMostSpecificCause(failure));
        }
    }

    void writeFailed(Throwable failure) {
        count(writeErrors, label(failure));
    }

    private static boolean isOfJdbc(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException) {
                return true;
            }
        }
        return false;
    }

    private static void count(ConcurrentMap<String, LongAdder> counts, String what) {
        counts.computeIfAbsent(what, first -> new LongAdder()).increment();
    }

    /** The class that the caller caught, and the innermost one. */
    static String label(Throwable failure) {
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
        String state = cause instanceof SQLException sql ? " " + sql.getErrorCode() + "/" + sql.getSQLState() : "";
        String inner = cause.getClass().getSimpleName() + state;
        return cause == failure ? inner : failure.getClass().getSimpleName() + " by " + inner;
    }

    /** Forgets the slowest read. */
    void calm() {
        slowestNanos.set(0);
    }

    Status status() {
        long now = System.nanoTime();
        long pending = reading.values().stream().mapToLong(begun -> now - begun).reduce(0, Math::max);
        return new Status(
                longs(fast),
                longs(slow),
                longs(reasons),
                writes.sum(),
                wrong.get(),
                stale.get(),
                List.copyOf(examples),
                longs(readErrors),
                longs(writeErrors),
                List.copyOf(foreignErrors),
                TimeUnit.NANOSECONDS.toMillis(Math.max(pending, slowestNanos.get())),
                TimeUnit.NANOSECONDS.toMillis(pending),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                directBytes());
    }

    private static <K> Map<K, Long> longs(Map<K, LongAdder> adders) {
        Map<K, Long> longs = new TreeMap<>();
        adders.forEach((key, adder) -> longs.put(key, adder.sum()));
        return longs;
    }

    private static long directBytes() {
        long jdk = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return jdk + Math.max(0, PlatformDependent.usedDirectMemory());
    }
}
