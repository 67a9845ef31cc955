// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import java.util.Collections;
import java.util.function.IntFunction;

/** A table in Markdown. For one thread. */
final class Markdown {

    private static final int[] SIZES = {16, 64, 256};

    private final StringBuilder text = new StringBuilder();

    Markdown(String... headings) {
        cells(headings);
        text.append('|')
                .append(String.join("", Collections.nCopies(headings.length, "---|")))
                .append('\n');
    }

    /** Adds a row of a cell for each size of a server. */
    void row(String name, IntFunction<String> cellOfCores) {
        cells(name, cellOfCores.apply(SIZES[0]), cellOfCores.apply(SIZES[1]), cellOfCores.apply(SIZES[2]));
    }

    void cells(String... cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
