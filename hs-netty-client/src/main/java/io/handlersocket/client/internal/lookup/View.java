// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.Column;
import java.util.Arrays;
import java.util.List;

/** An opened index as one handle sees it: its columns, in its order. Immutable. */
public final class View {

    private final OpenedIndex opened;
    private final int[] places;
    private final List<Column> columns;

    public View(OpenedIndex opened, IndexSpec spec) {
        this.opened = opened;
        this.places = opened.layout().places(spec.columns(), opened.server());
        this.columns = Arrays.stream(places)
                .mapToObj(place -> opened.layout().columns().get(place).column())
                .toList();
    }

    OpenedIndex opened() {
        return opened;
    }

    Layout layout() {
        return opened.layout();
    }

    List<Column> columns() {
        return columns;
    }

    /** Where among the columns of a reply a position of the handle's rows lies. */
    int place(int position) {
        return places[position];
    }
}
