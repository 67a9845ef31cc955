// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.internal.protocol.LineBuilder;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.Requests;

/** A request whose success says nothing more: authentication, opening an index, a probe. */
final class StatusRequest extends Request<Boolean> {

    private final String what;

    private StatusRequest(String what, byte[] line, long timeoutNanos) {
        super(line, null, System.nanoTime(), timeoutNanos);
        this.what = what;
    }

    static StatusRequest authentication(Connection connection, String secret, long timeoutNanos) {
        return new StatusRequest(connection + " authentication", Requests.auth(secret), timeoutNanos);
    }

    static StatusRequest opening(Connection connection, WireIndex index, long timeoutNanos) {
        return new StatusRequest(connection + " open " + index, index.openLine(), timeoutNanos);
    }

    /** Looks up a key of empty values: what it finds is of no interest. */
    static StatusRequest probe(Connection connection, WireIndex index, byte[] prefix, int keyParts, long timeoutNanos) {
        LineBuilder line = new LineBuilder(prefix, keyParts);
        for (int i = 0; i < keyParts; i++) {
            line.value(new byte[0]);
        }
        return new StatusRequest(connection + " probe of " + index, line.line(), timeoutNanos);
    }

    @Override
    protected void answered(Reply reply, int batch) {
        if (reply.isOk()) {
            complete(Boolean.TRUE);
        } else {
            failed(new ServerErrorException(what, reply.number(0), reply.error()));
        }
    }
}
