// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit.line;

import java.util.Map;

/** Recorded conversations that other servers are known to answer otherwise, and why the client is safe from it. */
final class KnownDifferences {

    private static final Map<String, String> SAFETY = Map.of(
            "desc_index",
            "Before 10.8 every index is ascending, and the catalogue, which the client reads, says so.",
            "type_float",
            "The client reads `-0` and `-0.` alike, and reads no FLOAT or DOUBLE(m,d) column.",
            "type_timestamp",
            "The client checks a TIMESTAMP key itself and sends none that the column cannot hold.");

    private KnownDifferences() {}

    /** Why the client is safe if this conversation differs; empty if that is not known. */
    static String of(String vector) {
        return SAFETY.getOrDefault(vector, "");
    }
}
