// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.differential;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the rounds have found. */
final class Differences {

    private static final int SHOWN = 20;

    private final List<String> texts = new ArrayList<>();
    private final Set<Object> causes = new HashSet<>();
    private final Map<String, Integer> reasons = new TreeMap<>();
    private int cases;
    private int promised;
    private int direct;
    private int other;

    /** Notes one case. */
    void one(boolean isPromised, boolean isDirect, String reason) {
        cases++;
        promised += isPromised ? 1 : 0;
        direct += isPromised && isDirect ? 1 : 0;
        other += !isPromised && isDirect ? 1 : 0;
        if (isPromised && !isDirect) {
            reasons.merge(reason, 1, Integer::sum);
        }
    }

    /** Notes a difference, once for each cause. */
    void add(Object cause, String text) {
        if (causes.add(cause) && texts.size() < SHOWN) {
            texts.add('\n' + text + '\n');
        }
    }

    int cases() {
        return cases;
    }

    List<String> texts() {
        return texts;
    }

    /** Returns the share of the calls that must be direct and were. */
    double directShare() {
        return promised == 0 ? 0 : (double) direct / promised;
    }

    @Override
    public String toString() {
        return causes.size() + " methods differ; " + cases + " cases; of " + promised + " calls that must be direct, "
                + direct + " were; " + other + " others were; the rest: " + reasons;
    }
}
