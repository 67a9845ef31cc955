// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import io.handlersocket.client.internal.transport.BatchSizes;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.RequestGroup;
import io.handlersocket.client.internal.transport.Target;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The published direct connections. Their number grows from zero to a limit each time a caller finds none free; idle
 * ones are closed. Any thread.
 *
 * <p>Virtual threads do not use them: shared connections serve many waiting callers better.
 */
public final class DirectConnections {

    /** What became of a request that was offered to direct connections. Unless it is complete, it was not changed. */
    enum DirectOutcome {
        /** It was sent, and is complete. */
        COMPLETED,
        /** Other callers use the connection, and to wait for it would take longer than a shared one. */
        BUSY,
        CLOSED,
        /**
         * No direct connection sends it: it is too long or too late, its index is not open there, or its thread is
         * virtual or interrupted.
         */
        UNSUITABLE;

        /** Returns whether another direct connection may send the request. */
        boolean mayTryAnother() {
            return this == BUSY || this == CLOSED;
        }
    }

    private static final DirectConnection[] NONE = {};

    /** Less than the shortest idle timeout of a server, so that the server never closes one. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(25);

    /** The time without a lookup after which a connection is asked whether the server has closed it. */
    private static final long UNUSED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final int GROWTH = 4;

    /** Thread.isVirtual(), or null before Java 21. */
    private static final @Nullable MethodHandle IS_VIRTUAL = isVirtualHandle();

    private final ConnectionLimits limits;
    private final int max;
    private final DirectWidth width;
    private final BatchSizes batches;
    private final Runnable shortage;
    private final LongSupplier nanoTime;

    /** How many connections a caller that found none free would use; 0 if none did since the last ones were made. */
    private final AtomicInteger wanted = new AtomicInteger();

    private volatile DirectConnection[] connections = NONE;

    /** @param shortage runs on the thread of a caller that found none free; must not block */
    public DirectConnections(ConnectionLimits limits, BatchSizes batches, Runnable shortage, LongSupplier nanoTime) {
        this(
                limits,
                new DirectWidth(limits.maxDirect(), Runtime.getRuntime().availableProcessors()),
                batches,
                shortage,
                nanoTime);
    }

    /** @param width how many connections short requests use before they queue */
    DirectConnections(
            ConnectionLimits limits, DirectWidth width, BatchSizes batches, Runnable shortage, LongSupplier nanoTime) {
        this.limits = limits;
        this.max = limits.maxDirect();
        this.width = width;
        this.batches = batches;
        this.shortage = shortage;
        this.nanoTime = nanoTime;
    }

    /** Makes a connection that is not connected yet; {@code ended} is called once with the reason why it is closed. */
    public DirectConnection make(String name, Target target, BiConsumer<DirectConnection, String> ended) {
        boolean unix = target.endpoint().isUnixSocket();
        return new DirectConnection(name, unix, limits.maxLineBytes(), width, batches, ended, nanoTime);
    }

    /**
     * Sends a request over a free connection, or queues it at one in use, and waits. If this returns false, the request
     * is unchanged, and a shared connection must send it.
     */
    public boolean exchange(Request<?> request) {
        return offer(request) == DirectOutcome.COMPLETED;
    }

    DirectOutcome offer(Request<?> request) {
        // To write a request that is longer than the server reads at once could block. An interrupt closes a socket.
        if (max == 0
                || request.length() > RequestGroup.MAX_BYTES
                || isVirtual()
                || Thread.currentThread().isInterrupted()) {
            return DirectOutcome.UNSUITABLE;
        }
        DirectConnection[] all = connections;
        // Others, such as ranges, have packets of their own anyway, and the I/O thread of shared ones costs more.
        int usable = request.isShort() ? width.width() : max;
        int count = Math.min(all.length, usable);
        int own = count == 0
                ? 0
                : (int) Long.remainderUnsigned(Thread.currentThread().getId(), count);
        DirectOutcome outcome = count == 0 ? DirectOutcome.BUSY : all[own].tryExchange(request);
        boolean queues = outcome.mayTryAnother()
                && count == usable
                && request.isShort() // a range would travel alone
                && width.queues()
                && Arrays.stream(all).noneMatch(DirectConnection::isUsedByCaller); // it would wait for itself
        // If most are in use, to take a free one would send packets of one request.
        if (!queues || 2 * free(all, count) >= count) {
            for (int i = 1; i < count && outcome.mayTryAnother(); i++) {
                int at = own + i;
                outcome = all[at < count ? at : at - count].tryExchange(request);
            }
        }
        if (!outcome.mayTryAnother()) {
            return outcome;
        }
        if (count < usable && wanted.get() == 0 && wanted.compareAndSet(0, usable)) {
            shortage.run();
        }
        return queues ? all[own].queueAndExchange(request) : outcome;
    }

    private static int free(DirectConnection[] all, int count) {
        int free = 0;
        for (int i = 0; i < count; i++) {
            if (all[i].inFlight() == 0) {
                free++;
            }
        }
        return free;
    }

    /** Returns the number of connections to add now; the pool quadruples, so that few steps reach what is wanted. */
    public int missing() {
        int count = connections.length;
        int most = wanted.get();
        return most == 0 ? 0 : Math.min(max - count, Math.max(1, Math.min(most, GROWTH * count) - count));
    }

    public synchronized void add(List<DirectConnection> added) {
        List<DirectConnection> all = new ArrayList<>(all());
        all.addAll(added);
        all.removeIf(DirectConnection::isClosed);
        connections = all.toArray(NONE);
        wanted.set(0);
    }

    public synchronized void withdrawClosed() {
        connections = Arrays.stream(connections)
                .filter(connection -> !connection.isClosed())
                .toArray(DirectConnection[]::new);
    }

    public List<DirectConnection> all() {
        return List.of(connections);
    }

    /**
     * Closes idle connections, those that the server has closed, and at most one that is too old. Called once a second.
     *
     * @param maxAgeNanos 0 for no limit
     */
    public void closeOld(long nowNanos, long maxAgeNanos) {
        width.age();
        boolean aged = false;
        for (DirectConnection connection : connections) {
            long unusedNanos = nowNanos - connection.lastUsedNanos();
            if (unusedNanos > IDLE_NANOS) {
                connection.closeIfFree("idle");
            } else if (maxAgeNanos > 0 && !aged && nowNanos - connection.madeNanos() > maxAgeNanos) {
                connection.closeIfFree("older than maxAge");
                aged = connection.isClosed();
            } else if (unusedNanos > UNUSED_NANOS) {
                connection.closeIfEnded(); // no thread reads from it, as the I/O thread does from shared ones
            }
        }
    }

    public void closeFree(String reason) {
        for (DirectConnection connection : connections) {
            connection.closeIfFree(reason);
        }
    }

    /** Stops lookups from using any connection; lookups in flight continue. */
    public synchronized void withdraw() {
        connections = NONE;
        wanted.set(0);
    }

    public int inFlight() {
        int busy = 0;
        for (DirectConnection connection : connections) {
            busy += connection.inFlight();
        }
        return busy;
    }

    private static @Nullable MethodHandle isVirtualHandle() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }

    private static boolean isVirtual() {
        if (IS_VIRTUAL == null) {
            return false;
        }
        try {
            return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
        } catch (Throwable e) {
            throw new AssertionError("Thread.isVirtual() failed", e);
        }
    }
}
