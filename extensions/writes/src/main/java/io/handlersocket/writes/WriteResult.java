// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Row;
import io.handlersocket.client.ServerErrorException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The result of one {@link Write}: applied, refused or unknown. Immutable. It says nothing about other writes.
 */
public sealed interface WriteResult permits WriteResult.Applied, WriteResult.Refused, WriteResult.Unknown {

    /**
     * The server committed the write. A deadlock can still undo it unnoticed, if its victim is another client's write
     * that the server commits together with this one. Use SQL for data that must not be lost.
     *
     * @param rows the number of changed rows: 1, or 0 if no row has the key or the increment does not apply to it
     * @param generatedId the generated value of an AUTO_INCREMENT column; empty if the server generated no value
     * @param oldRow the row before the write; empty if the write did not ask for it or no row has the key
     */
    record Applied(int rows, OptionalLong generatedId, Optional<Row> oldRow) implements WriteResult {}

    /**
     * The write changed nothing: the client did not send it, or the server answered with an error.
     *
     * @param why the reason. {@link HandlerSocketException#retryable()} says whether the same write can succeed
     *     later. {@link ServerErrorException#error()} is {@code 121} for a duplicate key, {@code 151} for a missing
     *     parent row and {@code 152} for a row that other rows refer to
     */
    record Refused(HandlerSocketException why) implements WriteResult {}

    /**
     * The client sent the write, and the server may commit it, now or later. No answer arrived in time, the connection
     * ended, or an error undid the batch. Read the row to find out. Sending the write again may apply it twice.
     *
     * @param why the reason
     */
    record Unknown(HandlerSocketException why) implements WriteResult {}

    /**
     * Returns this result if the write was applied.
     *
     * @throws HandlerSocketException the reason, if the write was refused or its result is unknown
     */
    default Applied orThrow() {
        if (this instanceof Refused refused) {
            throw refused.why();
        }
        if (this instanceof Unknown unknown) {
            throw unknown.why();
        }
        return (Applied) this;
    }
}
