// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the rows of one statement and judges whether they are of one moment: a transaction that one of them shows
 * must show in the others that it wrote. It looks at the transaction that wrote the row's very version.
 */
final class StatementCheck {

    private final Map<Long, Versions> keys;
    private final List<Read> rows = new ArrayList<>();

    StatementCheck(Map<Long, Versions> keys) {
        this.keys = keys;
    }

    /** Whether this read belongs to the statement of those gathered. */
    boolean continues(Read read) {
        return !rows.isEmpty() && read.together() && rows.get(0).begin() == read.begin();
    }

    void add(Read read) {
        rows.add(read);
    }

    /** Ends the statement; returns the row that shows a transaction which another row lacks, or null. */
    @Nullable
    Read end() {
        Read fractured = rows.stream().filter(this::isFractured).findFirst().orElse(null);
        rows.clear();
        return fractured;
    }

    private boolean isFractured(Read row) {
        Versions versions = keys.get(row.key());
        if (row.isAbsent() || versions == null || versions.partner(row.version()) == Read.NONE) {
            return false;
        }
        long partner = versions.partner(row.version());
        long atLeast = versions.partnerVersion(row.version());
        return rows.stream().anyMatch(other -> other.key() == partner && isBefore(other, atLeast));
    }

    private boolean isBefore(Read read, long version) {
        Versions versions = keys.get(read.key());
        return read.isAbsent()
                ? versions == null || versions.absence(version, read.end()) < 0
                : read.version() < version;
    }
}
