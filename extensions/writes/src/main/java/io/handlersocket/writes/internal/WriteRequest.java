// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Row;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.lookup.RowReader;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.WireIndex;
import io.handlersocket.writes.WriteResult;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/** One line of a batch. Its result never fails: a failure is a {@link WriteResult}. */
final class WriteRequest extends Request<WriteResult> {

    private final OpenedIndex opened;
    private final PendingWrite.Answer answer;

    WriteRequest(OpenedIndex opened, PendingWrite.Answer answer, byte[] line, long startNanos, long timeoutNanos) {
        super(line, startNanos + timeoutNanos);
        this.opened = opened;
        this.answer = answer;
    }

    @Override
    protected WireIndex index() {
        return opened.wire();
    }

    @Override
    protected void answered(Reply reply, int batch) {
        if (!reply.isOk()) {
            complete(new WriteResult.Refused(
                    new ServerErrorException(opened.wire().toString(), reply.number(0), reply.error())));
            return;
        }
        complete(
                switch (answer) {
                    case GENERATED_ID -> generatedId(reply);
                    case ROW_COUNT -> rowCount(reply);
                    case OLD_ROW -> oldRow(reply);
                });
    }

    private static WriteResult generatedId(Reply reply) {
        if (reply.tokens() > 3 || reply.number(1) != 1) {
            throw reply.malformed();
        }
        OptionalLong id = OptionalLong.empty();
        if (reply.tokens() == 3) {
            int from = reply.tokenFrom(2);
            String text = new String(reply.buffer(), from, reply.tokenTo(2) - from, StandardCharsets.US_ASCII);
            if (!text.matches("\\d{1,20}")) {
                throw reply.malformed();
            }
            id = text.equals("0") ? id : OptionalLong.of(Long.parseUnsignedLong(text));
        }
        return new WriteResult.Applied(1, id, Optional.empty());
    }

    private static WriteResult rowCount(Reply reply) {
        if (reply.tokens() != 3 || reply.number(1) != 1 || reply.number(2) > 1) {
            throw reply.malformed();
        }
        return new WriteResult.Applied(reply.number(2), OptionalLong.empty(), Optional.empty());
    }

    private WriteResult oldRow(Reply reply) {
        int rows = RowReader.rows(reply, opened);
        if (rows > 1) {
            throw reply.malformed();
        }
        Optional<Row> old = rows == 0 ? Optional.empty() : Optional.of(RowReader.row(reply, opened, 0));
        return new WriteResult.Applied(rows, OptionalLong.empty(), old);
    }

    @Override
    public void failed(HandlerSocketException failure) {
        complete(
                failure.fate() == HandlerSocketException.Fate.NOT_SENT
                        ? new WriteResult.Refused(failure)
                        : new WriteResult.Unknown(failure));
    }
}
