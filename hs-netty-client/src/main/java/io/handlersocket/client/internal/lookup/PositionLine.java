// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.GtidPosition.Gtid;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.internal.protocol.LineBuilder;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.WireIndex;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Reads the last row of one domain of {@link GtidTable}: the replica's position. It is not a lookup of a caller, so it
 * is not counted as one.
 */
final class PositionLine extends Request<Optional<Gtid>> {

    private final OpenedIndex opened;
    private final long domain;

    /** @param opened the opening of {@link GtidTable#SPEC} */
    PositionLine(OpenedIndex opened, long domain, long deadlineNanos) {
        super(line(opened, domain), deadlineNanos);
        this.opened = opened;
        this.domain = domain;
    }

    /** The last row whose domain is this or a lower one: rows are appended with rising numbers of the second part. */
    private static byte[] line(OpenedIndex opened, long domain) {
        return new LineBuilder(24)
                .number(opened.wire().id())
                .keyword("<=")
                .number(1)
                .value(Long.toString(domain).getBytes(StandardCharsets.US_ASCII))
                .number(1)
                .number(0)
                .line();
    }

    @Override
    protected WireIndex index() {
        return opened.wire();
    }

    @Override
    protected void answered(Reply reply, int batch) {
        if (!reply.isOk()) {
            failed(new ServerErrorException(opened.toString(), reply.number(0), reply.error()));
            return;
        }
        Optional<Gtid> found = RowReader.rows(reply, opened) == 0 ? Optional.empty() : Optional.of(gtid(reply));
        complete(found.filter(gtid -> gtid.domain() == domain));
    }

    private Gtid gtid(Reply reply) {
        List<String> columns = opened.layout().columnNames();
        try {
            return new Gtid(
                    number(reply, columns.indexOf("domain_id")),
                    number(reply, columns.indexOf("server_id")),
                    number(reply, columns.indexOf("seq_no")));
        } catch (IllegalArgumentException e) {
            throw reply.malformed();
        }
    }

    private static long number(Reply reply, int column) {
        int token = RowReader.FIRST_VALUE + column;
        int from = reply.tokenFrom(token);
        String text = new String(reply.buffer(), from, reply.tokenTo(token) - from, StandardCharsets.US_ASCII);
        return Long.parseUnsignedLong(text);
    }
}
