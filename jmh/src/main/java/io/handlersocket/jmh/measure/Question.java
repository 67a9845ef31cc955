// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.util.List;
import java.util.stream.Stream;

/**
 * How often faster one arm is than another.
 *
 * @param key the figure's name
 * @param bases what it is compared with: whichever of them turns out to be the fastest
 */
public record Question(String key, String arm, List<String> bases) {

    public Question {
        bases = List.copyOf(bases);
    }

    public Question(String key, String arm, String base) {
        this(key, arm, List.of(base));
    }

    List<String> arms() {
        return Stream.concat(Stream.of(arm), bases.stream()).toList();
    }
}
