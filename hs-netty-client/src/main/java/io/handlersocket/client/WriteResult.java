// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The result of one {@link Write}: applied, refused or unknown. It says nothing about other writes.
 *
 * @since 0.1
 */
public sealed interface WriteResult permits WriteResult.Applied, WriteResult.Refused, WriteResult.Unknown {

    /**
     * The server committed the write. One event can undo it without notice: a deadlock whose victim is another
     * client's write that the server commits together with this one. Use SQL for what must not be lost.
     *
     * @param rows the number of changed rows: 1, or 0 if no row has the key or an increment does not apply to it
     * @param generatedId the generated value of an AUTO_INCREMENT column; empty if none was generated
     * @param oldRow the row as it was before, if the write asked for it and there was a row
     * @since 0.1
     */
    record Applied(int rows, OptionalLong generatedId, Optional<Row> oldRow) implements WriteResult {}

    /**
     * Nothing was changed: the client did not send the write, or the server answered with an error.
     *
     * @param why the reason. {@link HandlerSocketException#retryable()} says whether the same write can succeed
     *     later. {@link ServerErrorException#error()} is {@code 121} for a duplicate key, {@code 151} for a missing
     *     parent row and {@code 152} for a row that other rows refer to
     * @since 0.1
     */
    record Refused(HandlerSocketException why) implements WriteResult {}

    /**
     * The write was sent, and may or may not be committed, now or later: no answer came in time, the connection
     * ended, or a deadlock undid the batch. Only reading the row tells. Sending the write again may apply it twice.
     *
     * @param why the failure
     * @since 0.1
     */
    record Unknown(HandlerSocketException why) implements WriteResult {}

    /**
     * Returns this result if the write was applied.
     *
     * @throws HandlerSocketException the reason, if the write was not applied
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
