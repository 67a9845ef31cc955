// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What became of one {@link Write}. There is no fourth case, and none of them says anything of another write.
 *
 * @since 0.1
 */
public sealed interface WriteResult permits WriteResult.Applied, WriteResult.Refused, WriteResult.Unknown {

    /**
     * The server committed it. Only a deadlock that another client's write is the victim of, in the same round of the
     * server, can undo it without anybody hearing of it; so what must not be lost belongs into SQL.
     *
     * @param rows rows changed: 1, or 0 if there is none with this key, or none that an increment may change
     * @param generatedId what an AUTO_INCREMENT column got, if it was left to the server
     * @param oldRow the row as it was before, if that was asked for and there was one
     * @since 0.1
     */
    record Applied(int rows, OptionalLong generatedId, Optional<Row> oldRow) implements WriteResult {}

    /**
     * Nothing was changed: it was never sent, or the server answered with an error that means so.
     *
     * @param why {@link HandlerSocketException#retryable()} says whether the same write can succeed later; {@link
     *     ServerErrorException#error()} is {@code 121} for a key that is there already, {@code 151} for a parent that
     *     is missing, {@code 152} for a row that is referred to
     * @since 0.1
     */
    record Refused(HandlerSocketException why) implements WriteResult {}

    /**
     * It was sent, and nobody can say whether it was or will be committed: no answer came in time, the connection
     * ended, or a deadlock undid what was answered together with it. Only a look at the row tells; sending it again may
     * do it twice.
     *
     * @param why the answer that did not come, or came instead
     * @since 0.1
     */
    record Unknown(HandlerSocketException why) implements WriteResult {}

    /**
     * This, if it was applied.
     *
     * @throws HandlerSocketException the reason, if not; its {@link HandlerSocketException#fate()} tells refused from
     *     unknown
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
