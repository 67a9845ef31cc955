// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.internal.transport.WireIndex;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Lookups see an opening completely or not at all, while the control thread closes an index and opens it again. */
public class IndexStateRaces {

    private static final ReplyLayout TWO_COLUMNS = layout(2);
    private static final ReplyLayout THREE_COLUMNS = layout(3);

    private static ReplyLayout layout(int count) {
        List<Column> columns = IntStream.range(0, count)
                .mapToObj(i -> CatalogFixture.column("c" + i, "int", false))
                .toList();
        return ReplyLayout.of(
                new Table(
                        Tables.MEMBER,
                        "BASE TABLE",
                        "InnoDB",
                        false,
                        columns,
                        List.of(Tables.index("PRIMARY", true, "c0"))),
                "PRIMARY",
                true,
                CatalogFixture.SERVER);
    }

    private static OpenedIndex opened(int id, ReplyLayout layout) {
        return new OpenedIndex(new WireIndex(id, Tables.MEMBER, "PRIMARY", layout.columnNames()), layout);
    }

    private static final OpenedIndex OPENED = opened(1, TWO_COLUMNS);

    private static IndexState index() {
        return new IndexState(new IndexState.Name(Tables.MEMBER, "PRIMARY", true), 0);
    }

    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "not open")
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "the first opening")
    @Outcome(id = "2, 3", expect = Expect.ACCEPTABLE, desc = "the second opening")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a mixture of two openings, or a part of one")
    @State
    public static class Reopening {

        private final IndexState index = index();

        public Reopening() {
            index.open(opened(1, TWO_COLUMNS), 0);
        }

        @Actor
        public void reopen() {
            index.markNotOpen(Reason.NOT_CONNECTED);
            index.open(opened(2, THREE_COLUMNS), 0);
        }

        @Actor
        public void lookUp(II_Result result) {
            OpenedIndex seen = index.opened();
            result.r1 = seen == null ? 0 : seen.wire().id();
            result.r2 = seen == null ? 0 : seen.columns().size();
        }
    }

    @JCStressTest
    @Outcome(
            id = {"false, false", "false, true", "true, true"},
            expect = Expect.ACCEPTABLE,
            desc = "an open index has a last opening")
    @Outcome(expect = Expect.FORBIDDEN, desc = "open, and never opened")
    @State
    public static class LastOpening {

        private final IndexState index = index();

        @Actor
        public void open() {
            index.open(OPENED, 0);
        }

        @Actor
        public void lookUp(ZZ_Result result) {
            result.r1 = index.opened() != null;
            result.r2 = index.last().isPresent();
        }
    }

    @JCStressTest
    @Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "one lookup requests the opening")
    @Outcome(expect = Expect.FORBIDDEN, desc = "two request it, or none")
    @State
    public static class RequestedOpening {

        private final IndexState index = index();

        @Actor
        public void one(ZZ_Result result) {
            result.r1 = index.shouldRequestOpening();
        }

        @Actor
        public void other(ZZ_Result result) {
            result.r2 = index.shouldRequestOpening();
        }
    }
}
