// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.endurance.history.Journal;
import io.handlersocket.endurance.history.Write;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Records what the test itself writes: the first rows of both tables, and later all drafts at once. For one thread. */
final class TableHistory implements AutoCloseable {

    private final Journal journal;

    TableHistory(Path journals) {
        journal = Journal.create(journals);
    }

    /** Records revision 0 of all rows. */
    void created(long begin, long end) {
        for (int id = 1; id <= Rows.ITEMS; id++) {
            Write write = Histories.itemWritten(id, 0);
            journal.ending(write, begin);
            journal.committed(write, end);
        }
        ending(filled(0), begin);
        committed(filled(0), end);
    }

    /** Records a kill of the server that began at this moment, when the server runs again. */
    void killed(long begin) {
        journal.killed(begin, System.nanoTime());
    }

    /** To be called before the statement that empties the table; a fault that fails leaves the outcome open. */
    void emptying(long nextRevision) {
        ending(emptied(nextRevision), System.nanoTime());
    }

    /** To be called when the table is empty. */
    void wasEmptied(long nextRevision) {
        committed(emptied(nextRevision), System.nanoTime());
    }

    /** To be called before the statement that shows a revision of all drafts. */
    void showing(long revision) {
        ending(filled(revision), System.nanoTime());
    }

    /** To be called after it. */
    void shown(long revision) {
        committed(filled(revision), System.nanoTime());
    }

    private static List<Write> filled(long revision) {
        return IntStream.rangeClosed(1, Rows.DRAFTS)
                .mapToObj(id -> Histories.draftWritten(id, revision))
                .toList();
    }

    private static List<Write> emptied(long nextRevision) {
        return IntStream.rangeClosed(1, Rows.DRAFTS)
                .mapToObj(id -> Histories.draftRemoved(id, nextRevision))
                .toList();
    }

    private void ending(List<Write> writes, long begin) {
        writes.forEach(write -> journal.ending(write, begin));
    }

    private void committed(List<Write> writes, long end) {
        writes.forEach(write -> journal.committed(write, end));
    }

    @Override
    public void close() {
        journal.close();
    }
}
