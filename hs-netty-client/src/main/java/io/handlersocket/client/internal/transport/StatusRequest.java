// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.internal.protocol.Reply;

/** A request whose success says nothing more: authentication, opening an index. */
final class StatusRequest extends Request<Boolean> {

    private final String what;

    StatusRequest(String what, byte[] line, long timeoutNanos) {
        super(line, null, System.nanoTime(), timeoutNanos);
        this.what = what;
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
