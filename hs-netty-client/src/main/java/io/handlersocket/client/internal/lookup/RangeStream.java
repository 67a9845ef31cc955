// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Row;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The rows of a range for a stream, which reads a page when it needs one. */
final class RangeStream extends Spliterators.AbstractSpliterator<Row> {

    private final RangePages pages;
    private final Supplier<List<Row>> reader;
    private Iterator<Row> page = List.<Row>of().iterator();

    /** @param reader waits for the next page */
    RangeStream(RangePages pages, Supplier<List<Row>> reader) {
        super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE);
        this.pages = pages;
        this.reader = reader;
    }

    @Override
    public boolean tryAdvance(Consumer<? super Row> action) {
        while (!page.hasNext()) {
            if (pages.isDone()) {
                return false;
            }
            page = reader.get().iterator();
        }
        action.accept(page.next());
        return true;
    }
}
