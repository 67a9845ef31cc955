// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.concurrent.ManualTime;
import io.handlersocket.client.internal.transport.BatchSizes;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.WireIndex;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A connection without a socket: what it writes is text, and the test plays the server and moves the time. */
public final class EmbeddedConnection {

    private static final EventLoop LOOP = new EventLoop("embedded");

    private final ManualTime time = new ManualTime();
    private final List<String> endings = new ArrayList<>();
    private Runnable atEnd = () -> {};
    private final Connection connection;
    private final EmbeddedChannel channel;

    public EmbeddedConnection(int maxInFlight, int maxWaiting, int maxLineBytes, long stallMillis) {
        var limits = new ConnectionLimits(
                1000, maxInFlight, maxWaiting, maxLineBytes, 0, TimeUnit.MILLISECONDS.toNanos(stallMillis));
        connection = new Connection(
                "test",
                limits,
                LOOP,
                new BatchSizes(256),
                (ended, reason) -> {
                    endings.add(reason);
                    atEnd.run();
                },
                time);
        channel = new EmbeddedChannel();
        channel.freezeTime(); // before the handler schedules its search for late requests
        channel.pipeline().addLast(connection.handler());
        channel.pipeline().fireChannelActive();
    }

    public EmbeddedConnection() {
        this(100, 100, 10_000, 1_000);
    }

    public Connection connection() {
        return connection;
    }

    /** Why it ended, once for each time that was told. */
    List<String> endings() {
        return endings;
    }

    /** Runs this whenever the connection ends. */
    public void atEnd(Runnable task) {
        atEnd = task;
    }

    /** Lets the event loop do what it has to do now. */
    public void turn() {
        channel.runPendingTasks();
    }

    /** The time of the connection; to move it alone leaves its periodic tasks alone. */
    public ManualTime time() {
        return time;
    }

    /** Lets time pass, and the event loop do what it has to do meanwhile. */
    public void advanceMillis(long by) {
        for (int i = 0; i < by; i++) {
            time.advanceMillis(1);
            channel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
            turn();
        }
    }

    /** Another task of the event loop, behind those that wait already. */
    void execute(Runnable task) {
        channel.eventLoop().execute(task);
    }

    /** What was written since the last call, one flush each. */
    public List<String> flushes() {
        turn();
        List<String> flushes = new ArrayList<>();
        for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
            flushes.add(bytes.toString(ISO_8859_1));
            bytes.release();
        }
        return flushes;
    }

    /** Throws away what was written. */
    public void discardFlushes() {
        turn();
        channel.releaseOutbound();
    }

    /** What the server sends, in one read. */
    public void receive(String bytes) {
        receive(bytes.getBytes(ISO_8859_1), 0, bytes.length());
    }

    /** What the server sends, in one read. */
    public void receive(byte[] bytes, int from, int to) {
        if (channel.isActive()) {
            channel.writeInbound(Unpooled.wrappedBuffer(bytes, from, to - from));
        }
    }

    /** From now on there is no memory to write with. */
    void exhaustMemory() {
        channel.config().setAllocator((ByteBufAllocator) Proxy.newProxyInstance(
                ByteBufAllocator.class.getClassLoader(),
                new Class<?>[] {ByteBufAllocator.class},
                (proxy, method, given) -> {
                    throw new OutOfMemoryError("made up");
                }));
    }

    /** The server closes. */
    public void disconnect() {
        channel.finishAndReleaseAll();
    }

    boolean isSocketOpen() {
        return channel.isOpen();
    }

    /** An index that is open under an id. */
    public WireIndex opened(int id) {
        WireIndex index = new WireIndex(id, new TableName("s", "t"), "PRIMARY", List.of("id", "v"));
        open(index);
        return index;
    }

    /** Opens an index, and answers that it is. */
    public void open(WireIndex index) {
        connection.open(index, TimeUnit.SECONDS.toNanos(10));
        discardFlushes();
        receive("0\t1\n");
    }
}
