// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Row;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The pages of a range, one after the other; each is a separate snapshot. */
interface RangePages {

    /** Whether there is no further page. */
    boolean isDone();

    /** Reads the next page, which may be empty; only after the page before it has arrived. Fails only by the future. */
    CompletableFuture<List<Row>> next();
}
