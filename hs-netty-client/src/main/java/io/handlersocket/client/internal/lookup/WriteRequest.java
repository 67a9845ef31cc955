// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Row;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.WriteResult;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.transport.Request;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/** One write on its way. Never completes exceptionally. */
final class WriteRequest extends Request<WriteResult> {

    /**
     * Errors of one write that leave what the same round did: duplicate key, foreign keys in both directions, and an
     * AUTO_INCREMENT value that is refused. Behind any other error of the engine (a deadlock, a full lock table, a lock that timed out under innodb_rollback_on_timeout) the
     * transaction may be gone, and with it what was answered before.
     */
    private static final Set<String> OF_ONE_WRITE = Set.of("121", "151", "152", "167");

    private static final Pattern ENGINE_ERROR = Pattern.compile("\\d+");

    private final OpenedIndex opened;
    private final PreparedWrite.Kind kind;
    private boolean undone;

    WriteRequest(OpenedIndex opened, PreparedWrite.Kind kind, byte[] line, long startNanos, long timeoutNanos) {
        super(line, opened.wire(), startNanos, timeoutNanos);
        this.opened = opened;
        this.kind = kind;
    }

    /** Whether the server undid all it had done in the same round. Only once this is done. */
    boolean isUndone() {
        return undone;
    }

    @Override
    protected void answered(Reply reply, int batch) {
        if (!reply.isOk()) {
            String error = reply.error();
            undone = ENGINE_ERROR.matcher(error).matches() && !OF_ONE_WRITE.contains(error);
            complete(new WriteResult.Refused(
                    new ServerErrorException(opened.wire().toString(), reply.number(0), error)));
            return;
        }
        complete(
                switch (kind) {
                    case INSERT -> inserted(reply);
                    case MODIFY -> modified(reply);
                    case RETURNING -> returned(reply);
                });
    }

    private static WriteResult inserted(Reply reply) {
        if (reply.tokens() > 3 || reply.number(1) != 1) {
            throw reply.malformed();
        }
        OptionalLong id = OptionalLong.empty();
        if (reply.tokens() == 3) {
            String text = new String(
                    reply.buffer(),
                    reply.tokenFrom(2),
                    reply.tokenTo(2) - reply.tokenFrom(2),
                    StandardCharsets.US_ASCII);
            if (!text.matches("\\d{1,20}")) {
                throw reply.malformed();
            }
            id = text.equals("0") ? id : OptionalLong.of(Long.parseUnsignedLong(text));
        }
        return new WriteResult.Applied(1, id, Optional.empty());
    }

    private static WriteResult modified(Reply reply) {
        if (reply.tokens() != 3 || reply.number(1) != 1 || reply.number(2) > 1) {
            throw reply.malformed();
        }
        return new WriteResult.Applied(reply.number(2), OptionalLong.empty(), Optional.empty());
    }

    private WriteResult returned(Reply reply) {
        View view = new View(
                opened, new IndexSpec(opened.wire().table(), opened.wire().index(), List.of()));
        int rows = RowReader.rows(reply, view);
        if (rows > 1) {
            throw reply.malformed();
        }
        Optional<Row> old = rows == 0 ? Optional.empty() : Optional.of(RowReader.row(reply, view, 0));
        return new WriteResult.Applied(rows, OptionalLong.empty(), old);
    }

    @Override
    protected void failed(HandlerSocketException failure) {
        complete(
                failure.fate() == HandlerSocketException.Fate.NOT_SENT
                        ? new WriteResult.Refused(failure)
                        : new WriteResult.Unknown(failure));
    }
}
