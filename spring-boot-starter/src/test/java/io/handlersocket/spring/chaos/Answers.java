// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.chaos;

import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.chaos.Recorder.Operation;
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
    private final Recorder recorder;

    Answers(Findings findings, Board board, Recorder recorder) {
        this.findings = findings;
        this.board = board;
        this.recorder = recorder;
    }

    /** @param low revision of each key that was committed before the read began */
    void items(
            Operation operation,
            Kind kind,
            @Nullable LookupRoute route,
            List<Integer> keys,
            List<Long> low,
            List<Item> found) {
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
                recorder.answered(operation, key, item.getRevision(), route);
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
    void draft(
            Operation operation, @Nullable LookupRoute route, int key, long low, long filled, Optional<Draft> found) {
        String label = Kind.DRAFT + " over " + route + ": draft " + key;
        if (found.isEmpty()) {
            recorder.answered(operation, -key, -1, route);
            if (board.begun(Board.EMPTIED) == filled) {
                findings.wrong(label + " is absent");
            }
            return;
        }
        Draft draft = found.get();
        recorder.answered(operation, -key, draft.getRevision(), route);
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
