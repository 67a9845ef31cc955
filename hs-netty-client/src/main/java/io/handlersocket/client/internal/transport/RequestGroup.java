// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.internal.protocol.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests that the server reads at once, and so answers from one snapshot. They are written alone, and only when they
 * fit into the server's buffer together with all lines that it may not have read yet.
 */
public final class RequestGroup extends Request<Void> {

    /**
     * The most bytes of lines that need one snapshot: they arrive as one segment over any usual network, tunnels
     * included. The server may read only the beginning of a longer group, and a proxy may split it. Even a connection
     * to the own machine may lead through one.
     */
    public static final int MAX_SNAPSHOT_BYTES = 1_200;

    /** The most bytes that the server reads at once. */
    public static final int MAX_BYTES = 16 * 1024;

    private final List<? extends Request<?>> members;
    private int answered;

    /** @param members one or more with the same deadline; together at most {@link #MAX_BYTES} */
    public RequestGroup(List<? extends Request<?>> members) {
        super(lines(members), members.get(0).deadlineNanos());
        this.members = List.copyOf(members);
    }

    public static int bytes(List<? extends Request<?>> members) {
        int length = 0;
        for (Request<?> member : members) {
            length += member.length();
        }
        return length;
    }

    private static byte[] lines(List<? extends Request<?>> members) {
        byte[] lines = new byte[bytes(members)];
        int to = 0;
        for (Request<?> member : members) {
            to = member.copyTo(lines, to);
        }
        if (lines.length > MAX_BYTES) {
            throw new AssertionError(lines.length + " bytes (expected at most " + MAX_BYTES + ")");
        }
        return lines;
    }

    @Override
    public int replies() {
        return members.size();
    }

    @Override
    public boolean isUnwanted() {
        for (Request<?> member : members) {
            if (!member.isUnwanted()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Object subject() {
        return members.get(0).subject();
    }

    @Override
    public boolean isOpen(@Nullable WireIndex[] open) {
        for (Request<?> member : members) {
            if (!member.isOpen(open)) {
                return false;
            }
        }
        return true;
    }

    @Override
    protected void answered(Reply reply, int batch) {
        members.get(answered++).answered(reply, batch);
        if (answered == members.size()) {
            complete(null);
        }
    }

    @Override
    public void failed(HandlerSocketException failure) {
        members.forEach(member -> member.failed(failure));
        super.failed(failure);
    }

    @Override
    public void sentTooLate(RequestTimeoutException failure) {
        members.forEach(member -> member.sentTooLate(failure));
        super.failed(failure);
    }
}
