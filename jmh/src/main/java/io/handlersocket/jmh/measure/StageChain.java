// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A chain whose answers come as stages. Hears of them itself, so that an arm allocates as little as it can.
 *
 * @param <T> an answer
 */
public abstract class StageChain<T> extends Chain implements BiConsumer<T, @Nullable Throwable> {

    /** Asks for rows. */
    protected abstract CompletionStage<T> question();

    /** Returns how many rows came; fails if they are not those that were asked for. */
    protected abstract long check(T answer);

    @Override
    protected final void ask() {
        question().whenComplete(this);
    }

    @Override
    public final void accept(T answer, @Nullable Throwable failure) {
        long rows;
        try {
            if (failure != null) {
                throw failure;
            }
            rows = check(answer);
        } catch (Throwable e) {
            failed(e);
            return;
        }
        answered(rows);
    }
}
