// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.spring.LookupRoute;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Judges answers by what the {@link Board} said before and after. Safe for all threads. */
final class Answers {

    private final Findings findings;
    private final Board board;

    Answers(Findings findings, Board board) {
        this.findings = findings;
        this.board = board;
    }

    /** @param low revision of each key that was committed before the read began */
    void items(Kind kind, @Nullable LookupRoute route, List<Integer> keys, List<Long> low, List<Item> found) {
        Map<Integer, Item> byKey =
                found.stream().collect(Collectors.toMap(Item::getId, Function.identity(), (a, b) -> a));
        if (byKey.size() != found.size() || !byKey.keySet().equals(Set.copyOf(keys))) {
            findings.wrong(kind + " over " + route + ": items " + keys + " gave "
                    + found.stream().map(Item::getId).toList());
        }
        for (int i = 0; i < keys.size(); i++) {
            int key = keys.get(i);
            Item item = byKey.get(key);
            if (item != null) {
                String label = kind + " over " + route + ": item " + key;
                check(label, "item", key, key, item.getRevision(), item.getText(), low.get(i));
                if (item.getSlot() != Rows.slot(key)) {
                    findings.wrong(label + " has slot " + item.getSlot());
                }
            }
        }
    }

    /**
     * Judges the answer for one draft, which may be absent only while the table is empty.
     *
     * @param low revision that was committed before the read began
     * @param filled how often the table was emptied and filled again before the read began
     */
    void draft(@Nullable LookupRoute route, int key, long low, long filled, Optional<Draft> found) {
        String label = Kind.DRAFT + " over " + route + ": draft " + key;
        if (found.isEmpty()) {
            if (board.begun(Board.EMPTIED) == filled) {
                findings.wrong(label + " is absent");
            }
            return;
        }
        Draft draft = found.get();
        if (draft.getId() != key) {
            findings.wrong(label + " has id " + draft.getId());
        }
        check(label, "draft", key, Board.DRAFTS, draft.getRevision(), draft.getText(), low);
    }

    void check(String label, String table, int key, int slot, long revision, String text, long low) {
        long high = board.begun(slot);
        if (!text.equals(Rows.text(table, key, revision))) {
            findings.wrong(label + " at revision " + revision + " has the text " + text);
        } else if (revision > high) {
            findings.wrong(label + " has revision " + revision + ", but only " + high + " was begun");
        } else if (revision < low) {
            findings.stale(label + " has revision " + revision + ", but " + low + " was committed before");
        }
    }
}
